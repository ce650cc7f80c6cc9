import { REAL_LIMITS, Receivers } from '../../../sandbox/sink/receiverLimits';
import { Tickets } from '../../../sandbox/sink/tickets';

const bodyOf = (message: object) => Buffer.from(JSON.stringify(message));
const SHORT = bodyOf({ text: 'Somebody was refused' });

describe('Slack', () => {
	it('takes a burst of fifty, and then one a second', () => {
		const receivers = new Receivers(REAL_LIMITS);
		const statusAt = (nowMs: number) => receivers.refusalOf('/slack', SHORT, nowMs)?.status;
		const atOnce = Array.from({ length: 51 }, () => statusAt(1_000));
		expect(atOnce.filter((status) => status === undefined)).toHaveLength(50);
		expect(receivers.refusalOf('/slack', SHORT, 1_000)).toEqual({
			status: 429,
			headers: { 'retry-after': '1' },
			body: { ok: false, error: 'ratelimited' },
		});
		expect([statusAt(2_000), statusAt(2_000)]).toEqual([undefined, 429]);
	});

	it.each([
		[4_000, undefined],
		[4_001, 400],
	])('takes a text of %d characters where it takes 4,000: %s', (length, status) => {
		const receivers = new Receivers({ ...REAL_LIMITS, slackCharacters: 4_000 });
		const body = bodyOf({ text: 'é'.repeat(length) });
		expect(receivers.refusalOf('/slack', body, 0)?.status).toBe(status);
	});
});

it('Teams takes 28 KB, counted in bytes', () => {
	const receivers = new Receivers(REAL_LIMITS);
	const statusOf = (text: string) =>
		receivers.refusalOf('/teams', bodyOf({ text }), 0)?.status ?? 200;
	expect([statusOf('e'.repeat(28_000)), statusOf('é'.repeat(28_000))]).toEqual([200, 413]);
});

describe('Jira', () => {
	it('refuses a field that the create screen lacks, and names it', () => {
		const receivers = new Receivers({ ...REAL_LIMITS, projectsWithoutLabels: ['OPS'] });
		const refusalOf = (ticket: object) => receivers.refusalOf('/ticket', bodyOf(ticket), 0);
		expect(JSON.stringify(refusalOf({ project: 'OPS', labels: ['a'] }))).toContain("'labels'");
		expect(refusalOf({ project: 'OPS' })).toBeUndefined();
		expect(refusalOf({ project: 'SEC', labels: ['a'] })).toBeUndefined();
	});

	it('finds a ticket only after a while, and only in the project that is asked for', () => {
		const tickets = new Tickets(10_000);
		const { key } = tickets.open({ project: 'SEC', summary: 'A', labels: ['device-1'] }, 0);
		const keysAt = (nowMs: number, jql: string) =>
			tickets.search({ jql }, nowMs).map((ticket) => ticket.key);
		const ofDevice = 'labels = "device-1" AND statusCategory != Done';
		expect(keysAt(9_999, ofDevice)).toEqual([]);
		expect(keysAt(10_000, ofDevice)).toEqual([key]);
		expect(keysAt(10_000, `project = "SEC" AND (${ofDevice})`)).toEqual([key]);
		expect(keysAt(10_000, `project = "OPS" AND (${ofDevice})`)).toEqual([]);
	});
});
