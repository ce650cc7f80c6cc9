import type { IDataObject } from 'n8n-workflow';
import { examples, textOf } from './exampleWorkflows';
import { rehearse } from './rehearsal';

const [, heartbeat] = examples.find(([file]) => file === 'heartbeat.json') ?? [];

/** What the heartbeat makes of a failure of which its table says this. */
async function told(failure: IDataObject, state?: string) {
	if (heartbeat === undefined) throw new Error('There is no heartbeat');
	const workflow = { id: 'wf1', name: 'Refused access to Slack' };
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

it('says what has failed, what to do, and where to see it', async () => {
	const { text } = await told(REVOKED);
	expect(text).toBe(`❌ *Refused access to Slack has failed*: The service refused the API key
What to do: Enter a new one
https://n8n.example.com/workflow/wf1/executions`);
});

it('links the very execution where n8n names it', async () => {
	const url = 'https://n8n.example.com/workflow/wf1/executions/12';
	const { text } = await told({ execution: { url, error: { message: 'No such channel' } } });
	expect(text).toBe(`❌ *Refused access to Slack has failed*: No such channel\n${url}`);
});

it('tells another reason although the first one has been told', async () => {
	const { state } = await told(OUTAGE);
	expect((await told(REVOKED, state)).state).not.toBe(state);
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

it('has recovered some minutes after it has failed, not an hour', () => {
	const nodes = JSON.stringify(heartbeat?.nodes);
	expect(nodes).toContain('"minutesInterval":5}');
	expect(nodes).toContain('"name":"recoveredAfterMinutes","value":5,');
});
