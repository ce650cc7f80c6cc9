import { EventSet } from '../../../../nodes/OrgEventLog/reading/eventSet';

const plain = { id: 'x', createdAtMs: 1 };
const one = { ...plain, contentId: 'x#one' };

it.each([
	['once one that comes again', one, one, 1],
	['once one that stood within a page, and comes at an end', plain, one, 1],
	['once one that stood at an end, and comes within a page', one, plain, 1],
	['two of one id and time whose content differs', one, { ...one, contentId: 'x#other' }, 2],
	['two of one id and two times', one, { ...one, createdAtMs: 2 }, 2],
])('holds %s', (_what, before, event, size) => {
	const events = new EventSet([before]);
	expect(events.has(event)).toBe(size === 1);
	events.add(event);
	expect([events.size, events.values()]).toEqual([size, [before, event].slice(0, size)]);
});
