import fc from 'fast-check';
import { isDeeperThan, toJsonText, withinDepth } from '../../../../nodes/OrgEventLog/json/nesting';

const list = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const object = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

it('counts levels of lists and objects', () => {
	expect(isDeeperThan(1, 0)).toBe(false);
	expect(isDeeperThan({}, 0)).toBe(true);
	expect(isDeeperThan({ a: 1, b: 'x', c: null }, 1)).toBe(false);
	expect(isDeeperThan({ a: [1, { b: 2 }] }, 2)).toBe(true);
	expect(isDeeperThan({ a: [1, { b: 2 }] }, 3)).toBe(false);
});

it('leaves alone what is not too deep, the very same object', () => {
	const value = { a: { b: [1] } };
	expect(withinDepth(value, 3)).toBe(value);
});

it('puts text in the place of what is too deep, and loses nothing of it', () => {
	const value = { a: { b: [1, { c: 2 }] }, d: [[3]], __proto__: 1 };
	expect(withinDepth(value, 2)).toEqual({ a: { b: '[1,{"c":2}]' }, d: ['[3]'] });
	expect(withinDepth([[]], 1)).toEqual(['[]']);
});

it.each([5_000, 200_000])('writes JSON that is nested %i levels deep', (levels) => {
	for (const text of [list(levels), object(levels), `{"x":[1,${object(levels)},{"y":null}]}`]) {
		expect(toJsonText(JSON.parse(text))).toBe(text);
	}
});

it('writes what JSON.stringify writes, at any depth', () => {
	const before = list(600);
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			const text = `{"deep":${before},"value":${JSON.stringify(value)}}`;
			expect(toJsonText(JSON.parse(text))).toBe(text);
		}),
		{ seed: 20261122, numRuns: 200 },
	);
});
