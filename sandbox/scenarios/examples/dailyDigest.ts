import type { EventRecord } from '../../service';
import { seededLog } from '../../service';
import { startOfDay } from '../../run/yesterday';
import { type ExampleCase, MADE_OF_SAMPLES } from './scene';
import { TIMEZONE, clockOf, yesterdayOf } from './localTime';
import { summariesOf } from './people';

const mail = (subject: string, text: string) => ({
	path: '/mail',
	content: {
		from: 'security-log@example.com',
		to: 'security-team@example.com',
		subject,
		text,
	},
});

const LOG = { seed: 13, events: 500 };
const WARNINGS = new Set(['WARN', 'ERROR']);

/** In the words of the simulated organization. */
function isRefusal({ type, action, severity, result }: EventRecord): boolean {
	const isGrave = WARNINGS.has(severity) || WARNINGS.has(result);
	return /^(?:deny|reject|unauthorized)$/i.test(action) || (type === 'Access' && isGrave);
}

function isOutOfCompliance({ userPrincipal }: EventRecord): boolean {
	const device = userPrincipal?.device;
	return device?.compromised_status === 'TRUE' || device?.compliance_status === 'NonCompliant';
}

const NEWEST = 10;

/** Numbers of a day with events, and words for one without. */
export const dailyDigest: ExampleCase = {
	workflowId: 'orgEventLogDigest',
	isPublished: false,
	events: () => [],
	async play({ service, runByHand, edit, compare }) {
		compare('one click', await runByHand(), [
			mail(
				`SAMPLE: Security log for ${yesterdayOf(Date.now())}: 1284 events, 17 refused`,
				`${MADE_OF_SAMPLES}Yesterday, ${yesterdayOf(Date.now())}, in America/New_York:

Events: 1284
Refused access: 17
Events of devices out of compliance: 2

The newest warnings and errors:
04:15  WARN  grace@example.com was refused sign-in from 198.51.100.23: your TrustScore is low
04:14  ERROR  203.0.113.7 was refused Payroll: client ada-laptop has NO authorized role`,
			),
		]);
		await edit();
		compare('nothing happened', await runByHand(), [
			mail(
				`Security log for ${yesterdayOf(Date.now())}: 0 events, 0 refused`,
				`Yesterday, ${yesterdayOf(Date.now())}, in America/New_York:

Events: 0
Refused access: 0
Events of devices out of compliance: 0

No warnings and no errors.

n8n could read the log, and it has no events for that day. If that is unusual for you, check whether the service still writes events to the log.`,
			),
		]);
		const nowMs = Date.now();
		const [startMs, endMs] = [startOfDay(nowMs, TIMEZONE, 1), startOfDay(nowMs, TIMEZONE, 0)];
		service.log.append(...seededLog({ ...LOG, startMs, endMs }).all());
		const all = service.log.all();
		const refused = all.filter(isRefusal).length;
		const warnings = all.filter(({ severity }) => WARNINGS.has(severity));
		const newest = warnings.slice(-NEWEST).reverse();
		const summaries = summariesOf(newest);
		const lines = newest.map(
			({ createdAtMs, severity }, index) =>
				`${clockOf(createdAtMs)}  ${severity}  ${String(summaries[index])}`,
		);
		compare('a day with events', await runByHand(), [
			mail(
				`Security log for ${yesterdayOf(nowMs)}: 500 events, ${refused} refused`,
				`Yesterday, ${yesterdayOf(nowMs)}, in America/New_York:

Events: 500
Refused access: ${refused}
Events of devices out of compliance: ${all.filter(isOutOfCompliance).length}

The newest warnings and errors:
${lines.join('\n')}`,
			),
		]);
	},
};
