import { withTriggerParameters } from '../../n8n/imports';
import { type ExampleCase, MADE_OF_SAMPLES } from './scene';
import { MINUTE_MS, clockOf, dayOf } from './localTime';
import { refusal } from './people';

/** The first of Grace's refusals, which come two minutes apart. */
const FIRST_MINUTES_AGO = 90;

const timeOf = (nowMs: number, index: number) =>
	nowMs - (FIRST_MINUTES_AGO - 2 * index) * MINUTE_MS;

const messages = (text: string, ticket: object) => [
	{ path: '/slack', content: { channel: '#security-urgent', text } },
	{
		path: '/ticket',
		content: {
			project: 'SEC',
			issueType: 'Task',
			...ticket,
			labels: ['org-event-log', 'refusal-burst'],
		},
	},
];

/** Five within ten minutes are one message and one ticket, a sixth changes nothing; five in an hour are none. */
export const refusalBurst: ExampleCase = {
	workflowId: 'orgEventLogBurst',
	isPublished: true,
	prepare: (workflow) =>
		withTriggerParameters(workflow, { startFrom: 'last', lastAmount: 4, lastUnit: 'hours' }),
	events: (nowMs) => [
		...[0, 1, 2, 3, 4, 5].map((index) =>
			refusal('grace', timeOf(nowMs, index), { id: `refusal-${index + 1}` }),
		),
		...[0, 1, 2, 3, 4].map((index) => refusal('linus', nowMs - (150 - 12 * index) * MINUTE_MS)),
	],
	async play({ nowMs, runByHand, waitForTriggered, compare }) {
		compare(
			'one click',
			await runByHand(),
			messages(
				`SAMPLE: 🚨 *5 refusals of grace@example.com within 7 minutes, last of type Identity*
2026-03-02 (America/New_York)
• 04:20:00 FAILED - unknown devices not allowed (PF3XW9K2, 198.51.100.23)
• 04:21:35 FAILED - Your TrustScore is low. Please update your device. (PF3XW9K2, 198.51.100.23)
• 04:23:10 FAILED - Your TrustScore is low. Please update your device. (PF3XW9K2, 198.51.100.23)
• 04:24:45 FAILED - unknown devices not allowed (PF3XW9K2, 198.51.100.23)
• 04:26:20 FAILED - Your TrustScore is low. Please update your device. (PF3XW9K2, 198.51.100.23)`,
				{
					summary:
						'SAMPLE: 5 refusals of grace@example.com within 7 minutes, last of type Identity',
					description: `{noformat}
${MADE_OF_SAMPLES}5 refusals of grace@example.com within 7 minutes, last of type Identity, from 2026-03-02T09:20:00.000Z to 2026-03-02T09:26:20.000Z:

* 2026-03-02T09:20:00.000Z FAILED - unknown devices not allowed (PF3XW9K2, 198.51.100.23, event 2f1d8c04-6a1e-4b7b-9a55-3f0c9e7d1a02)
* 2026-03-02T09:21:35.000Z FAILED - Your TrustScore is low. Please update your device. (PF3XW9K2, 198.51.100.23, event 9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b03)
* 2026-03-02T09:23:10.000Z FAILED - Your TrustScore is low. Please update your device. (PF3XW9K2, 198.51.100.23, event c4a1f260-8b3d-4e59-b7f2-1d0e9c8b7a04)
* 2026-03-02T09:24:45.000Z FAILED - unknown devices not allowed (PF3XW9K2, 198.51.100.23, event 2f1d8c04-6a1e-4b7b-9a55-3f0c9e7d1a05)
* 2026-03-02T09:26:20.000Z FAILED - Your TrustScore is low. Please update your device. (PF3XW9K2, 198.51.100.23, event 9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b06)
{noformat}`,
				},
			),
		);
		const ms = (index: number) => timeOf(nowMs, index);
		const iso = (index: number) => new Date(ms(index)).toISOString();
		const clock = (index: number) => clockOf(ms(index), 'HH:mm:ss');
		compare(
			'published',
			await waitForTriggered(2),
			messages(
				`🚨 *5 refusals of grace@example.com within 8 minutes, last of type Identity*
${dayOf(ms(0))}
• ${clock(0)} FAILED - unknown devices not allowed (Grace's notebook)
• ${clock(1)} FAILED - unknown devices not allowed (Grace's notebook)
• ${clock(2)} FAILED - unknown devices not allowed (Grace's notebook)
• ${clock(3)} FAILED - unknown devices not allowed (Grace's notebook)
• ${clock(4)} FAILED - unknown devices not allowed (Grace's notebook)`,
				{
					summary: '5 refusals of grace@example.com within 8 minutes, last of type Identity',
					description: `{noformat}
5 refusals of grace@example.com within 8 minutes, last of type Identity, from ${iso(0)} to ${iso(4)}:

* ${iso(0)} FAILED - unknown devices not allowed (Grace's notebook, event refusal-1)
* ${iso(1)} FAILED - unknown devices not allowed (Grace's notebook, event refusal-2)
* ${iso(2)} FAILED - unknown devices not allowed (Grace's notebook, event refusal-3)
* ${iso(3)} FAILED - unknown devices not allowed (Grace's notebook, event refusal-4)
* ${iso(4)} FAILED - unknown devices not allowed (Grace's notebook, event refusal-5)
{noformat}`,
				},
			),
		);
	},
};
