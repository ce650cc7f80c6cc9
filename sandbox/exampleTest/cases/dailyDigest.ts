import { seededLog } from '../../service';
import { startOfDay } from '../../run/yesterday';
import type { ExampleCase } from '../exampleCase';
import { TIMEZONE, clockOf, yesterdayOf } from '../localTime';

const mail = (subject: string, text: string) => ({
	path: '/mail',
	content: {
		from: 'security-log@example.com',
		to: 'security-team@example.com',
		subject,
		text,
	},
});

/** What this log of 500 events holds, whatever day it is. */
const LOG = { seed: 13, events: 500, refused: 39, outOfCompliance: 15 };
const WARNINGS = new Set(['WARN', 'ERROR']);
const NEWEST = 10;

/** Numbers of a day with events, and words for one without. */
export const dailyDigest: ExampleCase = {
	workflowId: 'orgEventLogDigest',
	isPublished: false,
	events: () => [],
	async play({ service, runByHand, edit, compare }) {
		compare('one click', await runByHand(), [
			mail(
				`Security log of ${yesterdayOf(Date.now())}: 1284 events, 17 refused`,
				`Yesterday, ${yesterdayOf(Date.now())}, in America/New_York:

Events: 1284
Refused access: 17
Of devices out of compliance: 2

The newest warnings and errors:
04:15  WARN  grace@example.com was denied Wiki
04:14  ERROR  ada@example.com was denied Payroll`,
			),
		]);
		await edit();
		compare('nothing happened', await runByHand(), [
			mail(
				`Security log of ${yesterdayOf(Date.now())}: nothing happened`,
				`The log has no event of ${yesterdayOf(Date.now())}. It was asked and it answered: nobody was refused, and no device was out of compliance.

If a day without any event is unusual for you, find out whether the log still receives them.`,
			),
		]);
		const nowMs = Date.now();
		const [startMs, endMs] = [startOfDay(nowMs, TIMEZONE, 1), startOfDay(nowMs, TIMEZONE, 0)];
		const { seed, events } = LOG;
		service.log.append(...seededLog({ seed, events, startMs, endMs }).all());
		const warnings = service.log.all().filter(({ severity }) => WARNINGS.has(severity));
		const lines = warnings
			.slice(-NEWEST)
			.reverse()
			.map((event) => `${clockOf(event.createdAtMs)}  ${event.severity}  ${event.message}`);
		compare('a day with events', await runByHand(), [
			mail(
				`Security log of ${yesterdayOf(nowMs)}: 500 events, ${LOG.refused} refused`,
				`Yesterday, ${yesterdayOf(nowMs)}, in America/New_York:

Events: 500
Refused access: ${LOG.refused}
Of devices out of compliance: ${LOG.outOfCompliance}

The newest warnings and errors:
${lines.join('\n')}`,
			),
		]);
	},
};
