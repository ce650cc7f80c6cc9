import fc from 'fast-check';
import { DeliveredAlerts } from '../../../../../nodes/OrgEventLog/trigger/stages/deliveredAlerts';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300) };
const NOON_MS = Date.UTC(2024, 4, 1, 12);
const MINUTE = 60_000;
const WITHIN_MS = 10 * MINUTE;
const RULES = { fromMs: NOON_MS, withinMs: WITHIN_MS, maxLength: 64_000 };

function encode(given: DeliveredAlerts, rules: Partial<typeof RULES> = {}) {
	const { fromMs, withinMs, maxLength } = { ...RULES, ...rules };
	return given.encode(fromMs - withinMs, maxLength);
}

const decide = (given: DeliveredAlerts, key: string, minute: number) =>
	given.decide(key, NOON_MS + minute * MINUTE, WITHIN_MS);

function giving(...alerts: ReadonlyArray<readonly [key: string, minute: number]>): DeliveredAlerts {
	const given = DeliveredAlerts.none();
	for (const [key, minute] of alerts) decide(given, key, minute);
	return given;
}

function reread(given: DeliveredAlerts, rules: Partial<typeof RULES> = {}): DeliveredAlerts {
	const decoded = DeliveredAlerts.decode(encode(given, rules).encoded);
	if (decoded === undefined) throw new Error('unreadable');
	return decoded;
}

it('holds back by the alerts before and after one that comes late', () => {
	const given = giving(['k', 0], ['k', 40]);
	expect([-9, 31, 20, 12].map((minute) => decide(given, 'k', minute))).toEqual([
		...['heldBack', 'heldBack', { suppressed: 2 }, 'heldBack'],
	]);
	expect(decide(given, 'another key', 0)).toEqual({ suppressed: 0 });
});

it('remembers how many were held back after nothing is held back any more', () => {
	const given = giving(['k', 0], ['k', 1], ['k', 2], ['unrepeated', 0]);
	const rules = { fromMs: NOON_MS + 60 * MINUTE };
	expect(encode(given, rules).encoded).toHaveLength('lvnr3400:12345678'.length + 1);
	expect(decide(reread(given, rules), 'k', 600)).toEqual({ suppressed: 2 });
});

it('forgets what was given longest ago where there is no room, and says up to when', () => {
	const given = giving(...Array.from({ length: 100 }, (_, at) => [`k${at}`, at / 100] as const));
	const { encoded, forgottenToMs = 0 } = encode(given, { maxLength: 500 });
	expect(encoded.length).toBeLessThanOrEqual(500);
	expect(encoded.length).toBeGreaterThan(450);
	const again = reread(given, { maxLength: 500 });
	for (let at = 0; at < 100; at++) {
		const isForgotten = NOON_MS + (at / 100) * MINUTE <= forgottenToMs;
		expect(decide(again, `k${at}`, at / 100)).toEqual(isForgotten ? { suppressed: 0 } : 'heldBack');
	}
});

it('gives room to alerts rather than to numbers of what was held back long ago', () => {
	const old = Array.from({ length: 400 }, (_, at) => [`old${at % 200}`, at / 200] as const);
	const rules = { fromMs: NOON_MS + 60 * MINUTE, maxLength: 400 };
	const given = giving(...old, ['new', 60]);
	expect(encode(given, rules).encoded.length).toBeLessThanOrEqual(400);
	expect(encode(given, rules).forgottenToMs).toBeUndefined();
	expect(decide(reread(given, rules), 'new', 61)).toBe('heldBack');
});

it('keeps the times before the last one, and how many were held back', () => {
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
const within = fc.integer({ min: 1, max: 50 });

it('decides after each reading back as if it had never been written', () => {
	fc.assert(
		fc.property(alerts, within, (marks, withinMs) => {
			const kept = DeliveredAlerts.none();
			const fromMs = Math.min(...marks.map(({ atMs }) => atMs));
			let stored = DeliveredAlerts.none();
			for (const { key, atMs } of marks) {
				expect(stored.decide(key, atMs, withinMs)).toEqual(kept.decide(key, atMs, withinMs));
				stored = reread(stored, { withinMs, fromMs });
			}
		}),
		RUNS,
	);
});

it('gives one alert too many rather than one too few, however little room there is', () => {
	fc.assert(
		fc.property(alerts, within, fc.integer({ min: 0, max: 120 }), (marks, withinMs, maxLength) => {
			let stored = DeliveredAlerts.none();
			const given: typeof marks = [];
			for (const { key, atMs } of marks) {
				if (stored.decide(key, atMs, withinMs) !== 'heldBack') given.push({ key, atMs });
				const isNear = given.some(
					(other) => other.key === key && Math.abs(other.atMs - atMs) < withinMs,
				);
				expect(isNear).toBe(true);
				const { encoded } = encode(stored, { withinMs, fromMs: atMs, maxLength });
				expect(encoded.length).toBeLessThanOrEqual(maxLength);
				stored = DeliveredAlerts.decode(encoded) ?? DeliveredAlerts.none();
			}
		}),
		RUNS,
	);
});
