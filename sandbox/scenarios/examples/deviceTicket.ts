import { withTriggerParameters } from '../../n8n/imports';
import { DEFAULT_ORG_ID, makeDevice, makeUser } from '../../service';
import { type ExampleCase, MADE_OF_SAMPLES } from './scene';
import { MINUTE_MS } from './localTime';
import { eventOf, summariesOf } from './people';

interface Described {
	readonly what: 'compromised' | 'out of compliance';
	readonly deviceName: string;
	readonly lines: string;
	readonly labels: readonly string[];
	readonly isSample?: boolean;
}

const ticket = ({ what, deviceName, lines, labels, isSample = false }: Described) => ({
	path: '/ticket',
	content: {
		project: 'SEC',
		issueType: 'Task',
		summary: `${isSample ? 'SAMPLE: ' : ''}Device ${what}: ${deviceName}`,
		description: `{noformat}
${isSample ? MADE_OF_SAMPLES : ''}The security log shows a device that is ${what}.

${lines}

While this ticket is open, no other one is opened for this device.
{noformat}`,
		labels,
	},
});

const SAMPLE_ORG_ID = '5a0b6c7d-1e2f-4a3b-8c4d-5e6f7a8b9c0d';
const SECOND_ORG_ID = 'second organization';

/** Of a device that is not among the others, and whose name Jira would refuse or read as markup. */
const TABLET = {
	user: makeUser({ email: 'ken@example.com' }),
	device: makeDevice({
		id: 'ken tablet/7',
		friendly_name: `Ken's\n*tablet*: [~accountid:1] {noformat} !https://x.test/x.png!\u0000${'é'.repeat(400)}`,
		serial_number: '',
		platform: 'iOS',
		compliance_status: 'Out of compliance',
	}),
};

/** As it is told: one line of 300 characters at most. */
const TABLET_NAME = `Ken's *tablet*: [~accountid:1] {noformat} !https://x.test/x.png! ${'é'.repeat(235)}`;

/** One ticket a device of an organization while it is open, and none again for an event that comes twice. */
export const deviceTicket: ExampleCase = {
	workflowId: 'orgEventLogTicket',
	isPublished: true,
	prepare: (workflow) =>
		withTriggerParameters(workflow, { startFrom: 'last', lastAmount: 4, lastUnit: 'hours' }),
	events: (nowMs) => [
		eventOf('grace', nowMs - 60 * MINUTE_MS, { id: 'grace-1', message: 'Trustscore calculated' }),
		eventOf('ada', nowMs - 50 * MINUTE_MS),
		eventOf('grace', nowMs - 40 * MINUTE_MS, { id: 'grace-2' }),
		eventOf('linus', nowMs - 30 * MINUTE_MS, { id: 'linus-1' }),
	],
	async play({ service, nowMs, runByHand, waitForTriggered, compare }) {
		compare('one click', await runByHand(), [
			ticket({
				what: 'out of compliance',
				deviceName: "Grace's notebook",
				lines: `Device: Grace's notebook (Windows, serial number PF3XW9K2)
User: grace@example.com
Compliance: NonCompliant · Compromised: FALSE
Event: grace@example.com got a new trust score for the device Grace's notebook, 2026-03-02T10:02:11.500Z, c4a1f260-8b3d-4e59-b7f2-1d0e9c8b7a07`,
				labels: [
					'sample-event-c4a1f260-8b3d-4e59-b7f2-1d0e9c8b7a07',
					`sample-device-${SAMPLE_ORG_ID}-PF3XW9K2`,
				],
				isSample: true,
			}),
			ticket({
				what: 'compromised',
				deviceName: 'R58N70AXYZ',
				lines: `Device: R58N70AXYZ (Android, serial number R58N70AXYZ)
User: linus@example.com
Compliance: Compliant · Compromised: TRUE
Event: linus@example.com signed in from R58N70AXYZ (device compromised), 2026-03-02T10:05:09.250Z, 9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b09`,
				labels: [
					'sample-event-9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b09',
					`sample-device-${SAMPLE_ORG_ID}-R58N70AXYZ`,
				],
				isSample: true,
			}),
		]);
		compare('the same events once more, before Jira would find the tickets', await runByHand(), []);
		const published = [
			ticket({
				what: 'out of compliance',
				deviceName: "Grace's notebook",
				lines: `Device: Grace's notebook (Windows, serial number PF3XW9K2)
User: grace@example.com
Compliance: NonCompliant · Compromised: FALSE
Event: grace@example.com signed in from Grace's notebook (device not compliant), ${new Date(nowMs - 60 * MINUTE_MS).toISOString()}, grace-1`,
				labels: ['event-grace-1', `device-${DEFAULT_ORG_ID}-PF3XW9K2`],
			}),
			ticket({
				what: 'compromised',
				deviceName: "Linus's phone",
				lines: `Device: Linus's phone (Android, serial number R58N70AXYZ)
User: linus@example.com
Compliance: unknown · Compromised: TRUE
Event: linus@example.com signed in from Linus's phone (device compromised): Authorization Code Generated, ${new Date(nowMs - 30 * MINUTE_MS).toISOString()}, linus-1`,
				labels: ['event-linus-1', `device-${DEFAULT_ORG_ID}-R58N70AXYZ`],
			}),
		];
		compare('published', await waitForTriggered(2), published);
		const laterMs = Date.now();
		const ofTablet = eventOf('ada', laterMs, { id: 'ken-1', userPrincipal: TABLET });
		const [sentence] = summariesOf([ofTablet]);
		service.log.append(
			eventOf('grace', laterMs, { id: 'grace-3' }),
			ofTablet,
			eventOf('grace', laterMs, { id: 'second-1', orgId: SECOND_ORG_ID }),
		);
		compare(
			'a poll later: a device that has a ticket, one that has none, and the same serial number in another organization',
			await waitForTriggered(4),
			[
				...published,
				ticket({
					what: 'out of compliance',
					deviceName: TABLET_NAME.slice(0, 224),
					lines: `Device: ${TABLET_NAME.replace('{noformat', '{ noformat')} (iOS, serial number unknown)
User: ken@example.com
Compliance: Out of compliance · Compromised: FALSE
Event: ${String(sentence).replace('{noformat', '{ noformat')}, ${new Date(laterMs).toISOString()}, ken-1`,
					labels: ['event-ken-1', `device-${DEFAULT_ORG_ID}-ken_tablet_7`],
				}),
				ticket({
					what: 'out of compliance',
					deviceName: "Grace's notebook",
					lines: `Device: Grace's notebook (Windows, serial number PF3XW9K2)
User: grace@example.com
Compliance: NonCompliant · Compromised: FALSE
Event: grace@example.com signed in from Grace's notebook (device not compliant): Authorization Code Generated, ${new Date(laterMs).toISOString()}, second-1`,
					labels: ['event-second-1', 'device-second_organization-PF3XW9K2'],
				}),
			],
		);
	},
};
