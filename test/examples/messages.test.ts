import type { IDataObject } from 'n8n-workflow';
import { toSummarySentence } from '../../nodes/OrgEventLog/events/summarySentence';
import type { ExampleWorkflow } from './exampleWorkflows';
import { examples, samplesOf, textOf } from './exampleWorkflows';
import type { Given, Rehearsed } from './rehearsal';
import { rehearseAll } from './rehearsal';

const JIRA = 'n8n-nodes-base.jira';
const SLACK = 'n8n-nodes-base.slack';
const MAIL = 'n8n-nodes-base.emailSend';
const SHEET = 'n8n-nodes-base.googleSheets';

/** Whatever a stranger may call a device, and what systems read as more than text. */
const HOSTILE =
	'Ada\n*All is well*: https://evil.example/x.png\r\n\u2028\u202e\u0000\ud800{noformat}{{NoFormat:title=x}[~accountid:1] !http://evil.example/x.png! <!channel> & @here ' +
	'😀'.repeat(60_000);
/** What the log takes from people and devices as they call themselves. */
const NAMES = new Set([
	...['message', 'userEmail', 'deviceName', 'serialNumber', 'platform', 'value', 'who', 'service'],
	...['name', 'ipAddress', 'user_principal.device.id', 'user_principal.device.compliance_status'],
]);

/** Samples in which whatever is a name reads otherwise, and sentences are what the node makes of such names. */
function withNames(given: Given, name: string): Given {
	const principal = { user: { email: name }, device: { friendly_name: name } };
	const summary = toSummarySentence({ message: name, user_principal: principal });
	const renamed = JSON.stringify(given, (key, value: unknown) => {
		if (key === 'summary') return summary;
		return NAMES.has(key) ? name : value;
	});
	return JSON.parse(renamed) as Given;
}

async function sentWith(workflow: ExampleWorkflow, name: string): Promise<Rehearsed[]> {
	return await rehearseAll(workflow, withNames(samplesOf(workflow), name));
}

function descriptionOf({ parameters: { additionalFields } }: Rehearsed): string {
	return textOf((additionalFields as IDataObject).description);
}

/** Of a mail or a message, without the tags of its HTML. */
function bodyOf({ parameters: { text, html } }: Rehearsed): string {
	return textOf(text) || textOf(html).replace(/<[^>]*>/g, '');
}

const linesOf = (text: unknown) => textOf(text).split(/\r\n|[\n\r\u2028\u2029]/).length;

describe.each(examples)('%s, told of a device whose name is an attack', (_file, workflow) => {
	const of = (sent: readonly Rehearsed[], wanted: string) =>
		sent.filter(({ type }) => type === wanted);
	let hostile: readonly Rehearsed[];
	let ordinary: readonly Rehearsed[];
	beforeAll(async () => {
		hostile = await sentWith(workflow, HOSTILE);
		ordinary = await sentWith(workflow, "Ada's laptop");
	});

	it('sends as many messages as of any other', () => {
		expect(hostile.map(({ type }) => type)).toEqual(ordinary.map(({ type }) => type));
	});

	it('opens tickets that Jira takes, in which nothing but text is read', () => {
		for (const ticket of of(hostile, JIRA)) {
			const summary = textOf(ticket.parameters.summary);
			expect(summary.length).toBeLessThanOrEqual(255);
			expect(summary).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028]/u);
			const { labels = [] } = ticket.parameters.additionalFields as { labels?: string[] };
			expect(labels.filter((label) => !/^\S{1,255}$/.test(label))).toEqual([]);
			const description = descriptionOf(ticket);
			expect(description.length).toBeLessThanOrEqual(32_767);
			expect(description).not.toMatch(/[^\P{C}\n]/u);
			expect(description.split(/\{noformat/i)).toHaveLength(3);
			expect(description).toMatch(/^\{noformat\}\n[^]*\n\{noformat\}$/);
		}
	});

	it('sends to Slack what Slack reads as text, without previews of what it links to', () => {
		for (const { parameters } of of(hostile, SLACK)) {
			expect(parameters.text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/);
			expect(textOf(parameters.text).length).toBeLessThanOrEqual(40_000);
			expect(parameters.otherOptions).toMatchObject({ unfurl_links: false, unfurl_media: false });
		}
	});

	it('fits into the cells of a sheet', () => {
		const cells = of(hostile, SHEET).flatMap(({ item }) => Object.values(item));
		expect(cells.filter((cell) => textOf(cell).length > 50_000)).toEqual([]);
	});

	it('makes no HTML of what somebody else wrote', () => {
		const marks = (sent: readonly Rehearsed[]) =>
			of(sent, MAIL).map(({ parameters }) => textOf(parameters.html).match(/[<>]|&(?!#\d)/g));
		expect(marks(hostile)).toEqual(marks(ordinary));
	});

	it('begins no line with what somebody else wrote', () => {
		const counted = (sent: readonly Rehearsed[]) =>
			sent.map((one) => [
				linesOf(bodyOf(one)),
				linesOf(one.parameters.subject),
				one.type === JIRA ? linesOf(descriptionOf(one)) : 0,
			]);
		expect(counted(hostile)).toEqual(counted(ordinary));
	});
});

/** Where a person begins to read: of each text, its first words. */
function headsOf(sent: Rehearsed): string[] {
	const { subject, message, summary, fileName, body } = sent.parameters;
	if (sent.type === SHEET) return [textOf(Object.values(sent.item)[0])];
	if (sent.type === JIRA) return [textOf(summary), descriptionOf(sent).replace('{noformat}\n', '')];
	const heads = [subject, message, fileName, body, bodyOf(sent) || undefined];
	return heads.filter((one) => one !== undefined).map(textOf);
}

/** What the nodes would have read themselves. */
function asReal(given: Given): Given {
	const text = JSON.stringify(given, (key, value: unknown) =>
		key === 'isSample' ? undefined : value,
	);
	return JSON.parse(text) as Given;
}

describe.each(examples)('%s says SAMPLE', (_file, workflow) => {
	const samples = samplesOf(workflow);

	it('at the head of whatever it sends of its samples', async () => {
		const heads = (await rehearseAll(workflow, samples)).flatMap(headsOf);
		expect(heads.filter((head) => !/^SAMPLE\b/.test(head))).toEqual([]);
	});

	it('nowhere in what it sends of a real log', async () => {
		const sent = await rehearseAll(workflow, asReal(samples));
		expect(JSON.stringify(sent)).not.toMatch(/sample(?!":null)/i);
	});

	it('at the head of a mail of which any number is a sample', async () => {
		for (const [name, items] of Object.entries(samples)) {
			const sent = await rehearseAll(workflow, { ...asReal(samples), [name]: items });
			const heads = sent.filter(({ type }) => type === MAIL).flatMap(headsOf);
			expect(heads.filter((head) => !/^SAMPLE\b/.test(head))).toEqual([]);
		}
	});

	it('of every sample that is pinned in it, in a way that no node would', () => {
		const items = Object.values(samples).flat();
		expect(items.filter(({ isSample }) => isSample !== true)).toEqual([]);
	});
});
