import type { IDataObject } from 'n8n-workflow';
import { examples, textOf } from './exampleWorkflows';
import { rehearse } from './rehearsal';

const [, heartbeat] = examples.find(([file]) => file === 'heartbeat.json') ?? [];

/** What the heartbeat makes of a failure of which its table says this. */
async function told(failure: IDataObject, state?: string, id = 'wf1') {
	if (heartbeat === undefined) throw new Error('There is no heartbeat');
	const workflow = { id, name: 'Refused access to Slack' };
	const { sent, made } = await rehearse(heartbeat, 'Workflow Failed', {
		'Workflow Failed': [{ workflow, ...failure }],
		'Find Reported Failures': [state === undefined ? {} : { state }],
	});
	return {
		text: textOf(sent[0]?.parameters.text),
		state: textOf(made.get('State of the Workflow')?.[0]?.state),
	};
}

const poll = (message: string, description?: string) => ({
	trigger: { error: { message, description } },
});
const OUTAGE = poll('The service is not available (503)', 'Wait until it is');
const REVOKED = poll('The service refused the API key', 'Enter a new one');

it('links the very execution where n8n names it', async () => {
	const url = 'https://n8n.example.com/workflow/wf1/executions/12';
	const { text } = await told({ execution: { url, error: { message: 'No such channel' } } });
	expect(text).toBe(`❌ *Refused access to Slack has failed*: No such channel\n${url}`);
});

it('tells the same reason once, however its numbers change, and also when another one came between', async () => {
	const { state: first } = await told(poll('No answer within 15 s'));
	expect((await told(poll('No answer within 16 s'), first)).state).toBe(first);
	const { state: both } = await told(REVOKED, first);
	expect((await told(poll('No answer within 17 s'), both)).state).toBe(both);
});

it('tells a flood of different reasons only until what it remembers is full', async () => {
	let state: string | undefined;
	const states = new Set<string>();
	for (let letter = 0; letter < 60; letter++) {
		const name = String.fromCharCode(97 + (letter % 26)).repeat(1 + letter);
		({ state } = await told(poll(`Something went wrong with ${name}`), state));
		states.add(state);
	}
	expect(states.size).toBeGreaterThan(10);
	expect(states.size).toBeLessThan(40);
});

/** What it says of workflows that have not failed for some minutes, with the states that its table has of them. */
async function toldLater(states: Readonly<Record<string, string>>, newestEvent: IDataObject = {}) {
	if (heartbeat === undefined) throw new Error('There is no heartbeat');
	const rows = Object.entries(states).map(([subject, state]) => ({
		...{ subject, state, name: 'Archive' },
	}));
	const { sent, asked } = await rehearse(heartbeat, 'Every 5 Minutes', {
		'Newest Event': [newestEvent],
		'Find Past Failures': rows,
	});
	const texts = sent.map(({ parameters }) => textOf(parameters.text));
	return { texts: texts.filter((text) => text.includes('Archive')), asked };
}

const RECOVERED =
	'✅ *Archive seems to have recovered*: it has not failed for 5 minutes, and the log can be read. With a red dot beside Publish it has stopped: publish it again';
const NOT_AGAIN =
	'ℹ️ *Archive has not failed again*: the last 5 minutes were without a failure. n8n does not repeat failed runs, so look at them';

it('says that a workflow has recovered only of polls, which go on where they failed', async () => {
	const { state: ofPoll } = await told(OUTAGE);
	const run = { execution: { error: { message: 'A file was changed' } } };
	const { state: ofRun } = await told(run);
	const { state: ofBoth } = await told(OUTAGE, ofRun);
	expect((await toldLater({ wf1: ofPoll })).texts).toEqual([RECOVERED]);
	expect((await toldLater({ wf1: ofRun, wf2: ofBoth })).texts).toEqual([NOT_AGAIN, NOT_AGAIN]);
	// Its own run reads the log, and just has.
	const { state: ofOwnRun } = await told(run, undefined, heartbeat?.id);
	expect((await toldLater({ [heartbeat?.id ?? '']: ofOwnRun })).texts).toEqual([RECOVERED]);
});

it('run on its sample, asks for no failures: nobody has read the log', async () => {
	const before = async (newestEvent: IDataObject) => {
		const { asked } = await toldLater({ wf1: 'failed' }, newestEvent);
		return JSON.stringify(asked.get('Find Past Failures'));
	};
	expect(await before({ isSample: true })).toContain('"1970-01-01T00:00:00.000Z"');
	expect(await before({ createdAt: new Date().toISOString() })).not.toContain('1970-01-01');
});
