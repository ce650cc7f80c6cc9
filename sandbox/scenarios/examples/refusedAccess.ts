import { withTriggerParameters } from '../../n8n/imports';
import { NO_DEVICE, makeUser } from '../../service';
import type { ExampleCase } from './scene';
import { withoutNumbers } from './sent';
import { MINUTE_MS, stampOf } from './localTime';
import { eventOf, refusal, refusedConnection } from './people';

const urgent = (...lines: readonly string[]) => ({
	path: '/slack',
	content: { channel: '#security-urgent', text: lines.join('\n') },
});
const ordinary = (...lines: readonly string[]) => ({
	path: '/slack',
	content: { channel: '#security-log', text: lines.join('\n') },
});

const at = (nowMs: number, minutesAgo: number) => nowMs - minutesAgo * MINUTE_MS;

const ADA = "ada@example.com was refused sign-in from Ada's laptop: unknown devices not allowed";
const CONNECTION = '203.0.113.7 was refused Payroll: client ada-laptop has NO authorized role';

/** More than Slack takes messages. */
const STRANGERS = 200;
const strangerOf = (index: number) => `user-${index}@example.com`;

/** Severity decides where it goes and how it is worded; the same again within an hour is held back; many are one message. */
export const refusedAccess: ExampleCase = {
	workflowId: 'orgEventLogRefused',
	isPublished: true,
	prepare: (workflow) =>
		withTriggerParameters(workflow, { startFrom: 'last', lastAmount: 4, lastUnit: 'hours' }),
	events: (nowMs) => [
		refusal('ada', at(nowMs, 200), { severity: 'ERROR' }),
		refusal('ada', at(nowMs, 190), { severity: 'ERROR' }),
		refusal('grace', at(nowMs, 185), {
			message: 'denied by <!channel> &\n<https://x.test|policy>',
		}),
		eventOf('ada', at(nowMs, 180)),
		refusedConnection(51_724, at(nowMs, 170)),
		refusedConnection(51_730, at(nowMs, 165)),
		refusal('ada', at(nowMs, 130), { severity: 'ERROR' }),
		refusal('ada', at(nowMs, 100), {
			severity: 'INFO',
			result: 'WARN',
			message: '',
			userPrincipal: null,
		}),
	],
	async play({ service, nowMs, runByHand, waitForTriggered, compare }) {
		compare('one click', await runByHand(), [
			urgent(`SAMPLE: 🚨 ${CONNECTION} · 2026-03-02 04:14 -05:00`),
			ordinary(
				'SAMPLE: • grace@example.com was refused sign-in from 198.51.100.23: your TrustScore is low · 2026-03-02 04:15 -05:00 · 3 more like it since the last message',
			),
		]);
		const published = [
			urgent(
				`🚨 ${ADA} · ${stampOf(at(nowMs, 200))}`,
				`🚨 ${CONNECTION} · ${stampOf(at(nowMs, 170))}`,
				`🚨 ${ADA} · ${stampOf(at(nowMs, 130))} · 1 more like it since the last message`,
			),
			ordinary(
				`• grace@example.com was refused sign-in from Grace's notebook (device not compliant): denied by ‹!channel› &amp; · ${stampOf(at(nowMs, 185))}`,
				`• Somebody was refused sign-in · ${stampOf(at(nowMs, 100))}`,
			),
		];
		compare('published', await waitForTriggered(2), published);
		const laterMs = Date.now();
		service.log.append(
			...Array.from({ length: STRANGERS }, (_, index) => {
				const userPrincipal = { user: makeUser({ email: strangerOf(index) }), device: NO_DEVICE };
				return refusal('ada', laterMs, { severity: 'CRITICAL', userPrincipal });
			}),
		);
		const strangers = Array.from(
			{ length: 10 },
			(_, index) =>
				`🚨 ${strangerOf(index)} was refused sign-in: unknown devices not allowed · ${stampOf(laterMs)}`,
		);
		compare('many at once', withoutNumbers(await waitForTriggered(3)), [
			...published,
			urgent(...strangers, '… and 190 more: all are in n8n, execution #'),
		]);
	},
};
