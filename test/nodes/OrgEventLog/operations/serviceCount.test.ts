import { askCount } from '../../../../nodes/OrgEventLog/operations/serviceCount';

const EVENTS = 400;

/** A Count that stops at the cap, of a log that loses so many of its oldest events with each request. */
function countOfPurgedLog({ lostPerRequest = 0, cap = Infinity }) {
	let lost = 0;
	return {
		count: async (
			{ eventId }: { readonly eventId?: string },
			{ afterMs = -Infinity, beforeMs = Infinity },
		) => {
			const times = Array.from({ length: EVENTS - lost }, (_, index) => lost + index);
			lost += lostPerRequest;
			const there = times.filter((timeMs) => timeMs > afterMs && timeMs < beforeMs);
			const counted = there.filter((timeMs) => eventId === undefined || String(timeMs) === eventId);
			return await Promise.resolve(Math.min(cap, counted.length));
		},
	};
}

const KNOWN = { id: String(EVENTS - 100), createdAtMs: EVENTS - 100 };
const EVERYTHING = { filters: {}, range: {} };

it.each([1, 5])('a log that loses %d events with each request is not cut off', async (lost) => {
	const source = countOfPurgedLog({ lostPerRequest: lost });
	expect(await askCount(source, EVERYTHING, KNOWN)).toMatchObject({ capped: false });
});

it.each([50, 200, EVENTS - 1])('a Count that stops at %d is found out', async (cap) => {
	const source = countOfPurgedLog({ cap });
	expect(await askCount(source, EVERYTHING, KNOWN)).toEqual({ count: cap, capped: true });
});

it('a Count that stops is found out although the log loses events meanwhile', async () => {
	const source = countOfPurgedLog({ lostPerRequest: 1, cap: 200 });
	expect(await askCount(source, EVERYTHING, KNOWN)).toEqual({ count: 200, capped: true });
});
