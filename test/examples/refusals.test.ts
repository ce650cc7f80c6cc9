import type { IDataObject } from 'n8n-workflow';
import { parseEventsPage } from '../../nodes/OrgEventLog/api/parseResponse';
import { simplify } from '../../nodes/OrgEventLog/events/columns';
import { listEventText } from '../../sandbox/service';
import { recordedEvents } from '../support/recordedEvents';
import { examples, textOf } from './exampleWorkflows';
import { rehearseAll } from './rehearsal';

const { refusals } = recordedEvents(Date.UTC(2024, 4, 1));
const [, workflow] = examples.find(([file]) => file.startsWith('refused-access')) ?? [];

function toItems(): IDataObject[] {
	const page = Buffer.from(`{"data":[${refusals.map(listEventText).join(',')}]}`);
	return parseEventsPage(page).events.map((event) => ({ ...simplify(event) }));
}

it('every message of a recorded refusal says who or what, from where, to what', async () => {
	if (workflow === undefined) throw new Error('The example is not there');
	const items = toItems();
	// Each way is taken: the urgent words and the others.
	const sent = await rehearseAll(workflow, { 'Access Refused': items });

	expect(sent).toHaveLength(200);
	for (const [index, { parameters }] of sent.entries()) {
		const { userEmail, ipAddress, service } = items[index % 100] ?? {};
		const [head = ''] = textOf(parameters.text).split(/\n|: FAILED|: Client|: No valid|: Since/);
		expect(head).toContain(
			`${textOf(userEmail ?? 'Somebody')} at ${textOf(ipAddress)} was refused access${service === null ? '' : ` to ${textOf(service)}`}`,
		);
	}
});
