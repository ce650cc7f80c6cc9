import { startOfDay } from '../../run/yesterday';
import { withTriggerParameters } from '../../n8n/imports';
import type { EventRecord } from '../../service';
import { seededLog } from '../../service';
import type { ExampleCase } from './scene';
import { TIMEZONE, yesterdayOf } from './localTime';
import { eventOf, summariesOf } from './people';

/** More than a page of a data table, and than what n8n remembers for Remove Duplicates. */
const EVENTS = 12_000;
const SEED = 17;

const report = (text: string) => ({ path: '/slack', content: { channel: '#security-log', text } });
const sheet = (rows: readonly object[]) => ({
	path: '/sheet',
	content: { document: 'Security log', sheet: 'Events', rows },
});

function rowsOf(events: readonly EventRecord[]): object[] {
	const summaries = summariesOf(events);
	return events.map(({ createdAtMs, severity, type, action, id }, index) => {
		const time = new Date(createdAtMs).toISOString();
		return { time, summary: summaries[index], severity, type, action, id };
	});
}

function yesterdaysEvents(nowMs: number): EventRecord[] {
	const [startMs, endMs] = [startOfDay(nowMs, TIMEZONE, 1), startOfDay(nowMs, TIMEZONE, 0)];
	return seededLog({ events: EVENTS, seed: SEED, startMs, endMs }).all();
}

/** What came late is found among more than 10,000, delivered once, and told. */
export const reconciliation: ExampleCase = {
	workflowId: 'orgEventLogReconcile',
	isPublished: true,
	events: yesterdaysEvents,
	prepare: (workflow, nowMs) =>
		withTriggerParameters(workflow, {
			startFrom: 'date',
			startDate: new Date(startOfDay(nowMs, TIMEZONE, 1)).toISOString(),
			options: { maxEventsPerPoll: 20_000 },
		}),
	async play({ service, nowMs, runByHand, edit, waitForTriggered, waitUntilIdle, compare }) {
		const delivered = [sheet(rowsOf(yesterdaysEvents(nowMs)))];
		compare('published', await waitForTriggered(1), delivered);
		await waitUntilIdle();
		const day = yesterdayOf(nowMs);
		const [first, late, last] = [
			{
				time: 'SAMPLE 2026-03-02T11:00:00.000Z',
				summary: 'ada@example.com signed in from 198.51.100.20: Authorization Code Generated',
				severity: 'INFO',
				type: 'Identity',
				action: 'Grant',
				id: 'c4a1f260-8b3d-4e59-b7f2-1d0e9c8b7a10',
			},
			{
				time: 'SAMPLE 2026-03-02T11:00:01.000Z',
				summary: 'grace@example.com was refused sign-in from 198.51.100.23: your TrustScore is low',
				severity: 'ERROR',
				type: 'Identity',
				action: 'Deny',
				id: '2f1d8c04-6a1e-4b7b-9a55-3f0c9e7d1a11',
			},
			{
				time: 'SAMPLE 2026-03-02T11:00:02.000Z',
				summary: "linus@example.com registered the device Linus's phone",
				severity: 'INFO',
				type: 'Registration',
				action: 'Register',
				id: '9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b12',
			},
		];
		compare('one click', await runByHand(), [sheet([first, late, last])]);
		compare('one click at night', await runByHand('Every Night'), [
			sheet([late]),
			report(`SAMPLE: 📥 *Missing events of ${day}: 1 of 3*. Delivered now.`),
		]);
		await edit();
		const noonMs = startOfDay(nowMs, TIMEZONE, 1) + 12 * 3_600_000;
		const lateEvents = [0, 1, 2].map((index) =>
			eventOf('ada', noonMs + index, { id: `late-${index}` }),
		);
		service.log.append(...lateEvents);
		compare('three that came late', await runByHand('Every Night'), [
			sheet(rowsOf(lateEvents)),
			report(`📥 *Missing events of ${day}: 3 of 12003*. Delivered now.`),
		]);
		compare('the same night again', await runByHand('Every Night'), [
			report(`✅ All events of ${day} were delivered: 12003`),
		]);
		compare('nothing else was delivered', await waitForTriggered(1), delivered);
	},
};
