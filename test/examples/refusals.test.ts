import type { IDataObject } from 'n8n-workflow';
import { parseEventsPage } from '../../nodes/OrgEventLog/api/parseResponse';
import { simplify } from '../../nodes/OrgEventLog/events/columns';
import { listEventText } from '../../sandbox/service';
import { recordedEvents } from '../support/recordedEvents';
import { examples, textOf } from './exampleWorkflows';
import type { Rehearsed } from './rehearsal';
import { rehearseAll } from './rehearsal';

const SIZES = [1, 10, 200, 1_000];
/** How many a text names. */
const NAMED = 10;

const { refusals } = recordedEvents(Date.UTC(2024, 4, 1));
const page = Buffer.from(`{"data":[${refusals.map(listEventText).join(',')}]}`);
const recorded = parseEventsPage(page).events.map((event) => ({ ...simplify(event) }));

function refusalsOf(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({ ...recorded[index % recorded.length] }));
}

async function sentBy(file: string, trigger: string, items: IDataObject[]): Promise<Rehearsed[]> {
	const [, workflow] = examples.find(([name]) => name === file) ?? [];
	if (workflow === undefined) throw new Error(`There is no ${file}`);
	return await rehearseAll(workflow, { [trigger]: items });
}

function escaped(text: unknown): string {
	return textOf(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function linesOfSlack(sent: readonly Rehearsed[]): string[][] {
	const messages = sent.filter(({ type }) => type === 'n8n-nodes-base.slack');
	return messages.map(({ parameters }) => textOf(parameters.text).split('\n'));
}

function ticketsOf(sent: readonly Rehearsed[]): Rehearsed[] {
	return sent.filter(({ type }) => type === 'n8n-nodes-base.jira');
}

/** Of each item its line, of ten at most, and then how many more there are. */
function expectToName(lines: readonly string[], items: readonly IDataObject[], what: string): void {
	const named = items.slice(0, NAMED);
	expect(lines).toHaveLength(items.length > NAMED ? NAMED + 1 : items.length);
	for (const [index, { summary }] of named.entries()) {
		expect(lines[index]).toContain(escaped(summary));
	}
	if (items.length <= NAMED) return;
	expect(lines[NAMED]).toContain(`… and ${items.length - NAMED} more${what}: all are in n8n`);
}

it.each(SIZES)('%d refusals are one message to each channel', async (count) => {
	const items = refusalsOf(count);
	// Each way is taken: the urgent words and the others.
	const messages = linesOfSlack(
		await sentBy('refused-access-to-slack.json', 'Access Refused', items),
	);
	expect(messages).toHaveLength(2);
	for (const lines of messages) expectToName(lines, items, '');
});

function burstOf(events: IDataObject[]): IDataObject {
	const summary = `${events.length} refusals of Ada`;
	const [{ createdAt } = {}] = events;
	return { summary, count: events.length, from: createdAt, to: createdAt, events };
}

const sentOfBursts = async (bursts: IDataObject[]) =>
	await sentBy('refusal-burst-to-slack-and-jira.json', 'Five Refusals', bursts);

it.each(SIZES)('a burst of %d refusals is one message and one ticket', async (count) => {
	const events = refusalsOf(count);
	const burst = burstOf(events);
	const sent = await sentOfBursts([burst]);
	const [[head = '', ...lines] = [], ...others] = linesOfSlack(sent);
	expect(others).toEqual([]);
	expect(head).toContain(burst.summary);
	expectToName(lines, events, '');

	const [ticket] = ticketsOf(sent);
	expect(ticketsOf(sent)).toHaveLength(1);
	const told = JSON.stringify(ticket?.parameters);
	expect(told.split('(event ')).toHaveLength(Math.min(count, NAMED) + 1);
	expect(told.includes(`… and ${count - NAMED} more`)).toBe(count > NAMED);
});

it.each([2, 10, 200])('%d bursts at once are one message, and a ticket each', async (count) => {
	const bursts = Array.from({ length: count }, () => burstOf(refusalsOf(5)));
	const sent = await sentOfBursts(bursts);
	const [lines = [], ...others] = linesOfSlack(sent);
	expect(others).toEqual([]);
	expectToName(lines, bursts, ' bursts');
	expect(ticketsOf(sent)).toHaveLength(count);
});
