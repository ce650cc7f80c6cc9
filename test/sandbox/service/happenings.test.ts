import { Happenings, createEventLog, seededLog } from '../../../sandbox/service';

const SEED = 5;
const FIRST_INDEX = 2 ** 29;

function someHappenings(firstIndex = FIRST_INDEX) {
	const log = createEventLog();
	return { log, happenings: new Happenings(log, { seed: SEED, firstIndex }) };
}

it('adds what is wanted, a millisecond apart, up to now', () => {
	const { log, happenings } = someHappenings();
	const startMs = Date.now();
	const added = happenings.add({
		events: 3,
		traits: [
			['action', 'Deny'],
			['severity', 'ERROR'],
		],
	});
	expect(log.all()).toEqual(added);
	for (const event of added) expect(event).toMatchObject({ action: 'Deny', severity: 'ERROR' });
	const [first = 0, second = 0, third = 0] = added.map(({ createdAtMs }) => createdAtMs);
	expect([second - first, third - second]).toEqual([1, 1]);
	expect(third).toBeGreaterThanOrEqual(startMs);
	expect(third).toBeLessThanOrEqual(Date.now());
});

it('its people are those of the log with the same seed, its events are not', () => {
	const history = seededLog({ events: 20_000, seed: SEED }).all();
	const { happenings } = someHappenings();
	const { log } = someHappenings();
	expect(log.size).toBe(0);
	const added = happenings.add({ events: 200, traits: [['userEmail']] });
	const known = new Set(history.map((event) => event.userPrincipal?.user?.email));
	for (const event of added) expect(known).toContain(event.userPrincipal?.user?.email);
	const ids = new Set(history.map(({ id }) => id));
	expect(added.filter(({ id }) => ids.has(id))).toEqual([]);
});

it('what happens to one person happens to nobody else, and next time to another', () => {
	const { happenings } = someHappenings();
	const people = Array.from({ length: 30 }, () => {
		const added = happenings.add({ events: 3, traits: [['action', 'Deny']], toOnePerson: true });
		const emails = new Set(added.map((event) => event.userPrincipal?.user?.email));
		expect(emails.size).toBe(1);
		return [...emails][0];
	});
	expect(people).not.toContain(undefined);
	expect(new Set(people).size).toBe(30);
});

it('never runs out of people', () => {
	const { happenings } = someHappenings();
	for (let index = 0; index < 300; index++) {
		expect(happenings.add({ traits: [['action', 'IDP']], toOnePerson: true })).toHaveLength(1);
	}
});

it('what comes late is in the log, and shown later', () => {
	const { log, happenings } = someHappenings();
	const [event] = happenings.add({ lateMs: 90_000 });
	expect(log.all(Date.now() + 80_000)).toEqual([]);
	expect(log.all(Date.now() + 90_000)).toEqual([event]);
});

it('two runs make different events', () => {
	const idOf = () => new Happenings(createEventLog(), { seed: SEED }).add({})[0]?.id;
	expect(idOf()).not.toBe(idOf());
});

it('says so where there is no such event', () => {
	const { happenings } = someHappenings();
	expect(() => happenings.add({ traits: [['action', 'dance']] })).toThrow(RangeError);
});
