import type { EventRecord } from '../../service';
import { seededLog } from '../../service';
import { startOfDay } from '../../run/yesterday';
import { type ExampleCase, MADE_OF_SAMPLES } from './scene';
import { TIMEZONE, clockOf, yesterdayOf } from './localTime';

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

/** "ada@example.com, Payroll: ", or from where it came. */
function whoAndWhere({ userPrincipal, extra }: EventRecord): string {
	const [address] = (userPrincipal?.client?.ip_address ?? '').split(':');
	const { service } = extra ?? {};
	const isNamed = typeof service === 'object' && service !== null && 'name' in service;
	const name = isNamed && typeof service.name === 'string' ? service.name : '';
	const told = [userPrincipal?.user?.email || address, name].filter(Boolean).join(', ');
	return told === '' ? '' : `${told}: `;
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
04:15  WARN  grace@example.com: FAILED - Your TrustScore is low. Please update your device.
04:14  ERROR  203.0.113.7, Payroll: Client ada-laptop has NO authorized role. Policy Payroll version 8: Client roles=[]: 203.0.113.7:51724->172.31.1.88:443`,
			),
		]);
		await edit();
		compare('nothing happened', await runByHand(), [
			mail(
				`Security log for ${yesterdayOf(Date.now())}: no events`,
				`There were no events on ${yesterdayOf(Date.now())}. n8n could read the log, and it has none for that day.

If that is unusual for you, check whether the service still writes events to the log.`,
			),
		]);
		const nowMs = Date.now();
		const [startMs, endMs] = [startOfDay(nowMs, TIMEZONE, 1), startOfDay(nowMs, TIMEZONE, 0)];
		service.log.append(...seededLog({ ...LOG, startMs, endMs }).all());
		const all = service.log.all();
		const refused = all.filter(isRefusal).length;
		const warnings = all.filter(({ severity }) => WARNINGS.has(severity));
		const lines = warnings
			.slice(-NEWEST)
			.reverse()
			.map(
				(event) =>
					`${clockOf(event.createdAtMs)}  ${event.severity}  ${whoAndWhere(event)}${event.message}`,
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
