import { withTriggerParameters } from '../../n8n/imports';
import { withNodes, withParameters } from '../../n8n/workflowFiles';
import { PROJECT_WITHOUT_LABELS, type ExampleCase, MADE_OF_SAMPLES } from './scene';
import { withoutNumbers } from './sent';
import { MINUTE_MS, stampOf } from './localTime';
import { refusal } from './people';

/** The first of Grace's refusals, which come two minutes apart. */
const FIRST_MINUTES_AGO = 90;
const LARGE_BURST = 200;

const timeOf = (nowMs: number, index: number) =>
	nowMs - (FIRST_MINUTES_AGO - 2 * index) * MINUTE_MS;

const messages = (text: string, ticket: object) => [
	{ path: '/slack', content: { channel: '#security-urgent', text } },
	{
		path: '/ticket',
		content: { project: PROJECT_WITHOUT_LABELS, issueType: 'Task', ...ticket },
	},
];

const SAMPLE = 'grace@example.com was refused sign-in from 198.51.100.23';
const GRACE =
	"grace@example.com was refused sign-in from Grace's notebook (device not compliant): unknown devices not allowed";

/** Five within ten minutes are one message and one ticket, a sixth changes nothing; five in an hour are none; of many ten are named. */
export const refusalBurst: ExampleCase = {
	workflowId: 'orgEventLogBurst',
	isPublished: true,
	prepare: (workflow) =>
		withNodes(
			withTriggerParameters(workflow, { startFrom: 'last', lastAmount: 4, lastUnit: 'hours' }),
			(node) =>
				node.name === 'Open Ticket'
					? withParameters(node, { project: PROJECT_WITHOUT_LABELS })
					: node,
		),
	events: (nowMs) => [
		...[0, 1, 2, 3, 4, 5].map((index) =>
			refusal('grace', timeOf(nowMs, index), { id: `refusal-${index + 1}` }),
		),
		...[0, 1, 2, 3, 4].map((index) => refusal('linus', nowMs - (150 - 12 * index) * MINUTE_MS)),
	],
	async play({ service, nowMs, runByHand, edit, waitForTriggered, compare }) {
		compare(
			'one click',
			await runByHand(),
			messages(
				`SAMPLE: 🚨 grace@example.com: 5 refusals within 7 minutes
• ${SAMPLE}: unknown devices not allowed · 2026-03-02 04:20:00 -05:00
• ${SAMPLE}: your TrustScore is low · 2026-03-02 04:21:35 -05:00
• ${SAMPLE}: your TrustScore is low · 2026-03-02 04:23:10 -05:00
• ${SAMPLE}: unknown devices not allowed · 2026-03-02 04:24:45 -05:00
• ${SAMPLE}: your TrustScore is low · 2026-03-02 04:26:20 -05:00`,
				{
					summary: 'SAMPLE: grace@example.com: 5 refusals within 7 minutes',
					description: `{noformat}
${MADE_OF_SAMPLES}grace@example.com: 5 refusals within 7 minutes, from 2026-03-02T09:20:00.000Z to 2026-03-02T09:26:20.000Z:

* 2026-03-02T09:20:00.000Z · ${SAMPLE}: unknown devices not allowed (event 2f1d8c04-6a1e-4b7b-9a55-3f0c9e7d1a02)
* 2026-03-02T09:21:35.000Z · ${SAMPLE}: your TrustScore is low (event 9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b03)
* 2026-03-02T09:23:10.000Z · ${SAMPLE}: your TrustScore is low (event c4a1f260-8b3d-4e59-b7f2-1d0e9c8b7a04)
* 2026-03-02T09:24:45.000Z · ${SAMPLE}: unknown devices not allowed (event 2f1d8c04-6a1e-4b7b-9a55-3f0c9e7d1a05)
* 2026-03-02T09:26:20.000Z · ${SAMPLE}: your TrustScore is low (event 9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b06)
{noformat}`,
				},
			),
		);
		const ms = (index: number) => timeOf(nowMs, index);
		const iso = (index: number) => new Date(ms(index)).toISOString();
		const five = [0, 1, 2, 3, 4];
		compare(
			'published',
			await waitForTriggered(2),
			messages(
				[
					'🚨 grace@example.com: 5 refusals within 8 minutes',
					...five.map((index) => `• ${GRACE} · ${stampOf(ms(index), 'HH:mm:ss')}`),
				].join('\n'),
				{
					summary: 'grace@example.com: 5 refusals within 8 minutes',
					description: [
						'{noformat}',
						`grace@example.com: 5 refusals within 8 minutes, from ${iso(0)} to ${iso(4)}:`,
						'',
						...five.map((index) => `* ${iso(index)} · ${GRACE} (event refusal-${index + 1})`),
						'{noformat}',
					].join('\n'),
				},
			),
		);
		const laterMs = Date.now();
		const large = Array.from({ length: LARGE_BURST }, (_, index) =>
			refusal('grace', laterMs + index, { id: `large-${index}` }),
		);
		service.log.append(...large);
		await edit({ 'Five Refusals': { burstCount: LARGE_BURST } });
		const isoOf = (index: number) => new Date(laterMs + index).toISOString();
		const ten = Array.from({ length: 10 }, (_, index) => index);
		const more = '… and 190 more: all are in n8n, execution #';
		const summary = `grace@example.com: ${LARGE_BURST} refusals within 1 second`;
		compare(
			'many',
			withoutNumbers(await runByHand()),
			messages(
				[
					`🚨 ${summary}`,
					...ten.map((index) => `• ${GRACE} · ${stampOf(laterMs + index, 'HH:mm:ss')}`),
					more,
				].join('\n'),
				{
					summary,
					description: [
						'{noformat}',
						`${summary}, from ${isoOf(0)} to ${isoOf(LARGE_BURST - 1)}:`,
						'',
						...ten.map((index) => `* ${isoOf(index)} · ${GRACE} (event large-${index})`),
						more,
						'{noformat}',
					].join('\n'),
				},
			),
		);
	},
};
