import { withTriggerParameters } from '../../n8n/imports';
import type { ExampleCase } from './scene';
import { MINUTE_MS, minuteOf } from './localTime';
import { connectionMessage, eventOf, refusal, refusedConnection } from './people';

const urgent = (text: string) => ({
	path: '/slack',
	content: { channel: '#security-urgent', text },
});
const ordinary = (text: string) => ({
	path: '/slack',
	content: { channel: '#security-log', text },
});

const at = (nowMs: number, minutesAgo: number) => nowMs - minutesAgo * MINUTE_MS;

/** Severity decides where it goes and how it is worded; the same again within an hour is held back. */
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
	async play({ nowMs, runByHand, waitForTriggered, compare }) {
		compare('one click', await runByHand(), [
			urgent(`SAMPLE: 🚨 *Somebody at 203.0.113.7 was refused access to Payroll*
${connectionMessage(51_724).replace('>', '&gt;')}
Device: unknown · Severity: ERROR · 2026-03-02 04:14 (America/New_York)`),
			ordinary(`SAMPLE: grace@example.com at 198.51.100.23 was refused access: FAILED - Your TrustScore is low. Please update your device.
Device: PF3XW9K2 · Severity: WARN · 2026-03-02 04:15 (America/New_York)
Held back since the last message: 3 more like it.`),
		]);
		compare('published', await waitForTriggered(5), [
			urgent(`🚨 *ada@example.com was refused access*
FAILED - unknown devices not allowed
Device: Ada's laptop · Severity: ERROR · ${minuteOf(at(nowMs, 200))}`),
			urgent(`🚨 *Somebody at 203.0.113.7 was refused access to Payroll*
${connectionMessage(51_724).replace('>', '&gt;')}
Device: unknown · Severity: ERROR · ${minuteOf(at(nowMs, 170))}`),
			urgent(`🚨 *ada@example.com was refused access*
FAILED - unknown devices not allowed
Device: Ada's laptop · Severity: ERROR · ${minuteOf(at(nowMs, 130))}
Held back since the last message: 1 more like it.`),
			ordinary(`grace@example.com was refused access: denied by &lt;!channel&gt; &amp; &lt;https://x.test|policy&gt;
Device: Grace's notebook · Severity: WARN · ${minuteOf(at(nowMs, 185))}`),
			ordinary(`Somebody was refused access: the event has no message.
Device: unknown · Severity: INFO · ${minuteOf(at(nowMs, 100))}`),
		]);
	},
};
