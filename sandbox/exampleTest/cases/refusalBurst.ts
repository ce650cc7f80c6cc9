import { withTriggerParameters } from '../../n8n/imports';
import type { ExampleCase } from '../exampleCase';
import { MINUTE_MS, clockOf } from '../localTime';
import { refusal } from '../people';

const SERVICES = ['Payroll', 'Wiki', 'Payroll', 'CRM', 'Payroll', 'Payroll'];
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
		...SERVICES.map((service, index) =>
			refusal('grace', service, timeOf(nowMs, index), { id: `refusal-${index + 1}` }),
		),
		...[0, 1, 2, 3, 4].map((index) =>
			refusal('linus', 'Payroll', nowMs - (150 - 12 * index) * MINUTE_MS),
		),
	],
	async play({ nowMs, runByHand, waitForTriggered, compare }) {
		compare(
			'one click',
			await runByHand(),
			messages(
				`:rotating_light: *grace@example.com was refused 5 times between 04:20 and 04:26*
• 04:20:00 grace@example.com was denied Payroll (Grace's notebook)
• 04:21:35 grace@example.com was denied Wiki (Grace's notebook)
• 04:23:10 grace@example.com was denied Payroll (Grace's notebook)
• 04:24:45 grace@example.com was denied CRM (Grace's notebook)
• 04:26:20 grace@example.com was denied Payroll (Grace's notebook)`,
				{
					summary: 'grace@example.com was refused 5 times within ten minutes',
					description: `5 refusals of grace@example.com, from 2026-03-02T09:20:00.000Z to 2026-03-02T09:26:20.000Z:

* 2026-03-02T09:20:00.000Z grace@example.com was denied Payroll (Grace's notebook, event 2f1d8c04-6a1e-4b7b-9a55-3f0c9e7d1a02)
* 2026-03-02T09:21:35.000Z grace@example.com was denied Wiki (Grace's notebook, event 9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b03)
* 2026-03-02T09:23:10.000Z grace@example.com was denied Payroll (Grace's notebook, event c4a1f260-8b3d-4e59-b7f2-1d0e9c8b7a04)
* 2026-03-02T09:24:45.000Z grace@example.com was denied CRM (Grace's notebook, event 2f1d8c04-6a1e-4b7b-9a55-3f0c9e7d1a05)
* 2026-03-02T09:26:20.000Z grace@example.com was denied Payroll (Grace's notebook, event 9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b06)`,
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
				`:rotating_light: *grace@example.com was refused 5 times between ${clockOf(ms(0))} and ${clockOf(ms(4))}*
• ${clock(0)} grace@example.com was denied Payroll (Grace's notebook)
• ${clock(1)} grace@example.com was denied Wiki (Grace's notebook)
• ${clock(2)} grace@example.com was denied Payroll (Grace's notebook)
• ${clock(3)} grace@example.com was denied CRM (Grace's notebook)
• ${clock(4)} grace@example.com was denied Payroll (Grace's notebook)`,
				{
					summary: 'grace@example.com was refused 5 times within ten minutes',
					description: `5 refusals of grace@example.com, from ${iso(0)} to ${iso(4)}:

* ${iso(0)} grace@example.com was denied Payroll (Grace's notebook, event refusal-1)
* ${iso(1)} grace@example.com was denied Wiki (Grace's notebook, event refusal-2)
* ${iso(2)} grace@example.com was denied Payroll (Grace's notebook, event refusal-3)
* ${iso(3)} grace@example.com was denied CRM (Grace's notebook, event refusal-4)
* ${iso(4)} grace@example.com was denied Payroll (Grace's notebook, event refusal-5)`,
				},
			),
		);
	},
};
