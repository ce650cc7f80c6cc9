import fc from 'fast-check';
import { DeliveredAlerts } from '../../../../../nodes/OrgEventLog/trigger/position/deliveredAlerts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 1000);
const NOON_MS = Date.UTC(2024, 4, 1, 12);
const MINUTE = 60_000;
const WITHIN_MS = 10 * MINUTE;
const RULES = { fromMs: NOON_MS, withinMs: WITHIN_MS, maxLength: 64_000 };

function encode(given: DeliveredAlerts, rules: Partial<typeof RULES> = {}) {
	const { fromMs, withinMs, maxLength } = { ...RULES, ...rules };
	return given.encode(fromMs - withinMs, maxLength);
}

function giving(...alerts: ReadonlyArray<readonly [key: string, minute: number]>): DeliveredAlerts {
	const given = DeliveredAlerts.none();
	for (const [key, minute] of alerts) given.decide(key, NOON_MS + minute * MINUTE, WITHIN_MS);
	return given;
}

function reread(given: DeliveredAlerts, rules: Partial<typeof RULES> = {}): DeliveredAlerts {
	const decoded = DeliveredAlerts.decode(encode(given, rules).encoded);
	if (decoded === undefined) throw new Error('unreadable');
	return decoded;
}

it('holds back what lies less than the time given after an alert, and says how many', () => {
	const given = DeliveredAlerts.none();
	const decide = (minute: number) => given.decide('k', NOON_MS + minute * MINUTE, WITHIN_MS);

	expect([0, 1, 9.9, 10, 10, 25].map(decide)).toEqual([
		{ suppressed: 0 },
		'heldBack',
		'heldBack',
		{ suppressed: 2 },
		'heldBack',
		{ suppressed: 1 },
	]);
});

it('goes by the alerts before and after one that comes late', () => {
	const given = giving(['k', 0], ['k', 40]);
	const decide = (minute: number) => given.decide('k', NOON_MS + minute * MINUTE, WITHIN_MS);

	expect([-9, 31, 20, 12].map(decide)).toEqual([
		'heldBack',
		'heldBack',
		{ suppressed: 2 },
		'heldBack',
	]);
});

it('holds back nothing of another key', () => {
	const given = giving(['one', 0]);

	expect(given.decide('other', NOON_MS, WITHIN_MS)).toEqual({ suppressed: 0 });
});

it('remembers how many were held back after nothing is held back any more', () => {
	const given = giving(['k', 0], ['k', 1], ['k', 2], ['unrepeated', 0]);
	const rules = { fromMs: NOON_MS + 60 * MINUTE };

	expect(encode(given, rules).encoded).toHaveLength('lvnr3400:12345678'.length + 1);
	const later = NOON_MS + 600 * MINUTE;
	expect(reread(given, rules).decide('k', later, WITHIN_MS)).toEqual({ suppressed: 2 });
});

it('forgets what was given longest ago where there is no room, and says up to when', () => {
	const given = giving(
		...Array.from({ length: 100 }, (_, at): [string, number] => [`k${at}`, at / 100]),
	);
	const { encoded, forgottenToMs = 0 } = encode(given, { maxLength: 500 });

	expect(encoded.length).toBeLessThanOrEqual(500);
	expect(encoded.length).toBeGreaterThan(450);
	const again = reread(given, { maxLength: 500 });
	for (let at = 0; at < 100; at++) {
		const atMs = NOON_MS + (at / 100) * MINUTE;
		const verdict = again.decide(`k${at}`, atMs, WITHIN_MS);
		expect(verdict).toEqual(atMs <= forgottenToMs ? { suppressed: 0 } : 'heldBack');
	}
});

it('gives room to alerts rather than to numbers of what was held back long ago', () => {
	const old = Array.from({ length: 200 }, (_, at): Array<[string, number]> => [
		[`old${at}`, at / 100],
		[`old${at}`, at / 100],
	]).flat();
	const given = giving(...old, ['new', 60]);
	const rules = { fromMs: NOON_MS + 60 * MINUTE, maxLength: 400 };

	const { encoded, forgottenToMs } = encode(given, rules);
	expect(encoded.length).toBeLessThanOrEqual(400);
	expect(forgottenToMs).toBeLessThan(NOON_MS + MINUTE * 2);
	expect(reread(given, rules).decide('new', NOON_MS + 61 * MINUTE, WITHIN_MS)).toBe('heldBack');
});

it('reads what former versions wrote: the times before the last one, and how many were held back', () => {
	const given = DeliveredAlerts.decode('lvnr3400:m_hWfVUn2~5yc0,0:AbCdEfGh');
	expect(given && encode(given).encoded).toBe('lvnr3400:m_hWfVUn2');
	expect(given && encode(given, { withinMs: 7 * 60 * MINUTE }).encoded).toMatch(/2~5yc0,/);
});

it.each(['x', 'abc:short', 'abc:AbCdEfGh~', 'abc:AbCdEfGh,,', ',', '--1:AbCdEfGh', '1:AbCdEfGh 2'])(
	'does not take %j for what it wrote',
	(text) => {
		expect(DeliveredAlerts.decode(text)).toBeUndefined();
	},
);

const alerts = fc.array(
	fc.record({
		key: fc.constantFrom('a', 'b', 'c', 'd'),
		atMs: fc.oneof(
			fc.integer({ min: -100, max: 100 }),
			fc.constantFrom(-62_135_596_800_000, 8_900_000_000_000_000),
		),
	}),
	{ maxLength: 30 },
);

it('decides after each reading back as if it had never been written', () => {
	fc.assert(
		fc.property(alerts, fc.integer({ min: 1, max: 50 }), (marks, withinMs) => {
			const kept = DeliveredAlerts.none();
			let stored = DeliveredAlerts.none();
			for (const { key, atMs } of marks) {
				expect(stored.decide(key, atMs, withinMs)).toEqual(kept.decide(key, atMs, withinMs));
				const fromMs = Math.min(...marks.map((mark) => mark.atMs));
				stored = reread(stored, { withinMs, fromMs });
			}
		}),
		{ numRuns: RUNS },
	);
});

it('gives one alert too many rather than one too few, however little room there is', () => {
	fc.assert(
		fc.property(
			alerts,
			fc.integer({ min: 1, max: 50 }),
			fc.integer({ min: 0, max: 120 }),
			(marks, withinMs, maxLength) => {
				let stored = DeliveredAlerts.none();
				const given: typeof marks = [];
				for (const mark of marks) {
					const verdict = stored.decide(mark.key, mark.atMs, withinMs);
					if (verdict !== 'heldBack') given.push(mark);
					const near = given.filter(
						({ key, atMs }) => key === mark.key && Math.abs(atMs - mark.atMs) < withinMs,
					);
					expect(near).not.toEqual([]);
					const { encoded } = encode(stored, { withinMs, fromMs: mark.atMs, maxLength });
					expect(encoded.length).toBeLessThanOrEqual(maxLength);
					stored = DeliveredAlerts.decode(encoded) ?? DeliveredAlerts.none();
				}
			},
		),
		{ numRuns: RUNS },
	);
});
