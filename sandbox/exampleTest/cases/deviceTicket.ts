import { withTriggerParameters } from '../../n8n/imports';
import { makeDevice, makeUser } from '../../service';
import type { ExampleCase } from '../exampleCase';
import { MINUTE_MS } from '../localTime';
import { eventOf } from '../people';

const ticket = (deviceName: string, description: string, labels: readonly string[]) => ({
	path: '/ticket',
	content: {
		project: 'SEC',
		issueType: 'Task',
		summary: `Device out of compliance: ${deviceName}`,
		description: `The security log has an event of a device that is compromised or out of compliance.

${description}

No other ticket is opened for this device until this one is done.`,
		labels: ['org-event-log', ...labels],
	},
});

/** Of a device that is not among the others. */
const TABLET = {
	user: makeUser({ email: 'ken@example.com' }),
	device: makeDevice({
		id: 'ken tablet/7',
		friendly_name: "Ken's tablet",
		serial_number: '',
		platform: 'iOS',
		compliance_status: 'Out of compliance',
	}),
};

/** One ticket a device while it is open, and none again for an event that comes twice. */
export const deviceTicket: ExampleCase = {
	workflowId: 'orgEventLogTicket',
	isPublished: true,
	prepare: (workflow) =>
		withTriggerParameters(workflow, { startFrom: 'last', lastAmount: 4, lastUnit: 'hours' }),
	events: (nowMs) => [
		eventOf('grace', nowMs - 60 * MINUTE_MS, { id: 'grace-1', message: 'Device registered' }),
		eventOf('ada', nowMs - 50 * MINUTE_MS, {}),
		eventOf('grace', nowMs - 40 * MINUTE_MS, { id: 'grace-2' }),
		eventOf('linus', nowMs - 30 * MINUTE_MS, { id: 'linus-1', message: 'Signed in' }),
	],
	async play({ service, nowMs, runByHand, waitForTriggered, compare }) {
		compare('one click', await runByHand(), [
			ticket(
				"Grace's notebook",
				`Device: Grace's notebook (Windows, serial number PF3XW9K2)
User: grace@example.com
Compliance: NonCompliant · Compromised: FALSE
Event: grace@example.com connected to Wiki, 2026-03-02T10:02:11.500Z, c4a1f260-8b3d-4e59-b7f2-1d0e9c8b7a07`,
				[
					'event-c4a1f260-8b3d-4e59-b7f2-1d0e9c8b7a07',
					'device-7c0f3f0e-5b1a-4d53-a4c1-0e9b8f1d2c02',
				],
			),
			ticket(
				"Linus's phone",
				`Device: Linus's phone (Android, serial number R58N70AXYZ)
User: linus@example.com
Compliance: unknown · Compromised: TRUE
Event: linus@example.com signed in, 2026-03-02T10:05:09.250Z, 9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b09`,
				[
					'event-9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b09',
					'device-e1d5a7c4-93b2-4f6e-8a10-5c2d7e9f3b03',
				],
			),
		]);
		compare('the same events once more', await runByHand(), []);
		const published = [
			ticket(
				"Grace's notebook",
				`Device: Grace's notebook (Windows, serial number PF3XW9K2)
User: grace@example.com
Compliance: NonCompliant · Compromised: FALSE
Event: Device registered, ${new Date(nowMs - 60 * MINUTE_MS).toISOString()}, grace-1`,
				['event-grace-1', 'device-grace-notebook'],
			),
			ticket(
				"Linus's phone",
				`Device: Linus's phone (Android, serial number R58N70AXYZ)
User: linus@example.com
Compliance: unknown · Compromised: TRUE
Event: Signed in, ${new Date(nowMs - 30 * MINUTE_MS).toISOString()}, linus-1`,
				['event-linus-1', 'device-linus-phone'],
			),
		];
		compare('published', await waitForTriggered(2), published);
		const laterMs = Date.now();
		service.log.append(
			eventOf('grace', laterMs, { id: 'grace-3' }),
			eventOf('ada', laterMs, { id: 'ken-1', message: 'Signed in', userPrincipal: TABLET }),
		);
		compare(
			'a poll later: a device that has a ticket, and one that has none',
			await waitForTriggered(3),
			[
				...published,
				ticket(
					"Ken's tablet",
					`Device: Ken's tablet (iOS, serial number unknown)
User: ken@example.com
Compliance: Out of compliance · Compromised: FALSE
Event: Signed in, ${new Date(laterMs).toISOString()}, ken-1`,
					['event-ken-1', 'device-ken_tablet_7'],
				),
			],
		);
	},
};
