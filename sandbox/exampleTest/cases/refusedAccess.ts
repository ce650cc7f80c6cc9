import { withTriggerParameters } from '../../n8n/imports';
import { makeEvent } from '../../service';
import type { ExampleCase } from '../exampleCase';
import { MINUTE_MS, minuteOf } from '../localTime';
import { refusal } from '../people';

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
		refusal('ada', 'Payroll', at(nowMs, 200), { severity: 'ERROR' }),
		refusal('ada', 'Payroll', at(nowMs, 190), { severity: 'ERROR' }),
		refusal('grace', 'Wiki', at(nowMs, 185), {
			message: 'denied by <!channel> & <https://x.test|policy>',
		}),
		makeEvent({ type: 'Access', action: 'grant', createdAtMs: at(nowMs, 180) }),
		refusal('ada', 'Payroll', at(nowMs, 130), { severity: 'ERROR' }),
		refusal('ada', 'Payroll', at(nowMs, 100), {
			severity: 'INFO',
			result: 'WARN',
			message: '',
			userPrincipal: null,
		}),
	],
	async play({ nowMs, runByHand, waitForTriggered, compare }) {
		compare('one click', await runByHand(), [
			urgent(`:rotating_light: *ada@example.com was refused access*
ada@example.com was denied Payroll
Device: Ada's laptop · Severity: ERROR · 2026-03-02 04:14`),
			ordinary(`grace@example.com was refused access: grace@example.com was denied Wiki
Device: Grace's notebook · Severity: WARN · 2026-03-02 04:15
Held back since the last message: 3 more like it.`),
		]);
		compare('published', await waitForTriggered(4), [
			urgent(`:rotating_light: *ada@example.com was refused access*
ada@example.com was denied Payroll
Device: Ada's laptop · Severity: ERROR · ${minuteOf(at(nowMs, 200))}`),
			urgent(`:rotating_light: *ada@example.com was refused access*
ada@example.com was denied Payroll
Device: Ada's laptop · Severity: ERROR · ${minuteOf(at(nowMs, 130))}
Held back since the last message: 1 more like it.`),
			ordinary(`grace@example.com was refused access: denied by &lt;!channel&gt; &amp; &lt;https://x.test|policy&gt;
Device: Grace's notebook · Severity: WARN · ${minuteOf(at(nowMs, 185))}`),
			ordinary(`Somebody was refused access: the event has no message.
Device: unknown · Severity: INFO · ${minuteOf(at(nowMs, 100))}`),
		]);
	},
};
