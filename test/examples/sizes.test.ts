import type { IDataObject } from 'n8n-workflow';
import { MAX_SUMMARY_LENGTH } from '../../nodes/OrgEventLog/events/summarySentence';
import type { ExampleWorkflow } from './exampleWorkflows';
import { examples, isObject, samplesOf, textOf } from './exampleWorkflows';
import type { Given, Rehearsed } from './rehearsal';
import { rehearseAll } from './rehearsal';

/** What each takes, and n8n's Slack node after a burst no more. */
const SLACK_MESSAGES = 50;
const SLACK_CHARACTERS = 4_000;
const TEAMS_BYTES = 28 * 1024;
const JIRA_CHARACTERS = 32_767;

/** As long a sentence as the node makes of an event, with what Slack wants escaped. */
const LONGEST = `R&D ${'was refused '.repeat(30)}`.slice(0, MAX_SUMMARY_LENGTH);

const READER = /\.orgEventLog(?:Trigger)?$/;

/** Whatever reads events of the log, and how many it gives at most. */
function readersOf({ nodes }: ExampleWorkflow): ReadonlyMap<string, number> {
	const readers = nodes.filter(({ type }) => READER.test(type));
	return new Map(
		readers.map(({ name, parameters: { limit } }) => [
			name,
			typeof limit === 'number' ? limit : Infinity,
		]),
	);
}

function listOf(value: unknown): IDataObject[] {
	return Array.isArray(value) ? value.filter(isObject) : [];
}

/** As many of a sample as are wanted, each an event of its own. */
function many(sample: IDataObject, count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		...sample,
		id: `event-${index}`,
		summary: LONGEST,
		serialNumber: `serial-${index}`,
		suppressed: 3,
	}));
}

/** Of a burst one that is as large as is wanted, and as many of the sample's size. */
function enlarge(sample: IDataObject, count: number): IDataObject[] {
	const items = many(sample, count);
	const events = listOf(sample.events);
	const [event] = events;
	if (event === undefined) return items;
	return items.map((item, index) => {
		const size = index === 0 ? count : events.length;
		return { ...item, count: size, events: many(event, size) };
	});
}

/** The samples, but of whatever reads events so many, as far as it would give them. */
function given(workflow: ExampleWorkflow, count: number): Given {
	const readers = readersOf(workflow);
	return Object.fromEntries(
		Object.entries(samplesOf(workflow)).map(([name, samples]) => {
			const most = Math.min(readers.get(name) ?? 0, count);
			const [sample = {}] = samples;
			return [name, most === 0 ? samples : enlarge(sample, most)];
		}),
	);
}

function ofType(sent: readonly Rehearsed[], type: string): Rehearsed[] {
	return sent.filter((one) => one.type === `n8n-nodes-base.${type}`);
}

describe.each(examples)('%s, told of many events at once', (_file, workflow) => {
	it.each([1, 10, 200])('sends of %d what receivers take', async (count) => {
		const sent = await rehearseAll(workflow, given(workflow, count));
		const texts = ofType(sent, 'slack').map(({ parameters }) => textOf(parameters.text));
		expect(texts.length).toBeLessThanOrEqual(SLACK_MESSAGES);
		expect(texts.filter((text) => text.length > SLACK_CHARACTERS)).toEqual([]);
		expect(texts.filter((text) => Buffer.byteLength(text) > TEAMS_BYTES)).toEqual([]);
		const tickets = ofType(sent, 'jira').map(({ parameters }) => parameters.additionalFields);
		const descriptions = tickets.filter(isObject).map(({ description }) => textOf(description));
		expect(descriptions.filter((text) => text.length > JIRA_CHARACTERS)).toEqual([]);
	});
});
