import fc from 'fast-check';
import { parseExactJson } from '../../../../nodes/OrgEventLog/json/exactJson';
import { ReusedBuffer } from '../../../../nodes/OrgEventLog/json/reusedBuffer';

function parseExact(text: string): unknown {
	return parseExactJson(Buffer.from(text));
}

/** A text of JSON, and what it has to be read as. */
type Written = readonly [text: string, value: unknown];

const digits = fc.stringMatching(/^-?[1-9][0-9]{13,24}$/);
const numberToken = fc
	.oneof(
		digits,
		fc.constantFrom('9007199254740991', '9007199254740992', '9007199254740993'),
		fc.constantFrom('-9007199254740991', '-9007199254740993', '0', '-0', '1e3', '-1.5E-7'),
		fc.stringMatching(/^-?[1-9][0-9]{15,20}(\.[0-9]{1,20}|[eE][+-]?[0-9]{1,2})$/),
	)
	.map((token): Written => {
		const isUnsafe = /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
		return [token, isUnsafe ? token : Number(token)];
	});
/** Strings that look like what the rewriting looks for. */
const trickyText = fc
	.array(
		fc.oneof(
			digits,
			fc.constantFrom('"', '\\', ':', ',', '[', ']', '{', '}', ' ', '\n', '-', '"a":', '__proto__'),
			fc.constantFrom('é', '日本', '😀', '\u0660'),
			fc.string(),
		),
		{ maxLength: 6 },
	)
	.map((parts) => parts.join(''));
const space = fc.constantFrom('', ' ', '\n', '\t', ' \r\n ');

const { written } = fc.letrec<{ written: Written }>((tie) => ({
	written: fc.oneof(
		{ maxDepth: 4 },
		numberToken,
		trickyText.map((text): Written => [JSON.stringify(text), text]),
		fc.constantFrom(true, false, null).map((value): Written => [String(value), value]),
		fc
			.array(fc.tuple(space, tie('written'), space), { maxLength: 5 })
			.map((items): Written => [
				`[${items.map(([before, [text], after]) => before + text + after).join(',')}]`,
				items.map(([, [, value]]) => value),
			]),
		fc
			.array(fc.tuple(trickyText, space, tie('written'), space), { maxLength: 5 })
			.map((members): Written => [
				`{${members.map(([key, a, [text], b]) => `${a}${JSON.stringify(key)}${b}:${a}${text}${b}`).join(',')}}`,
				Object.fromEntries(members.map(([key, , [, value]]) => [key, value])),
			]),
	),
}));

it('reads any JSON like JSON.parse, but an integer that JavaScript can’t hold as its digits', () => {
	fc.assert(
		fc.property(written, space, ([text, value], padding) => {
			expect(parseExact(padding + text + padding)).toStrictEqual(value);
		}),
		{ seed: 20260101, numRuns: 500 },
	);
});

it('refuses whatever JSON.parse refuses', () => {
	const broken = fc
		.tuple(written, fc.nat(), fc.constantFrom('', ',', '"', '}', '1234567890123456789', '0', '-'))
		.map(([[text], position, inserted]) => {
			const at = position % (text.length + 1);
			const cut = text.slice(0, at) + inserted + text.slice(at + 1);
			// As UTF-8 carries it: half of a character can't be sent.
			return Buffer.from(cut).toString();
		});
	const isRead = (parse: (text: string) => unknown, text: string) => {
		try {
			parse(text);
			return true;
		} catch (thrown) {
			return !(thrown instanceof SyntaxError);
		}
	};
	fc.assert(
		fc.property(broken, (text) => {
			expect(isRead(parseExact, text)).toBe(isRead(JSON.parse, text));
		}),
		{ seed: 20260102, numRuns: 500 },
	);
});

it('keeps -0, and __proto__ as a plain field', () => {
	expect(Object.is(parseExact('-0'), -0)).toBe(true);
	const parsed = parseExact('{"__proto__":1715675400123456789}');
	expect(Object.entries(parsed as object)).toEqual([['__proto__', '1715675400123456789']]);
	expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
});

it('does not take an integer for a key', () => {
	expect(() => parseExact('{ 1715675400123456789 : 1}')).toThrow(SyntaxError);
	expect(() => parseExact('[01715675400123456789]')).toThrow(SyntaxError);
});

it('finds an integer of any length wherever in the bytes it stands', () => {
	for (let before = 0; before < 40; before++) {
		for (const length of [15, 16, 17, 19, 31, 32, 33, 64]) {
			const digits = '9'.repeat(length);
			const expected = length < 16 ? Number(digits) : digits;
			const padding = '日é1 '.repeat(10).slice(0, before);
			expect(parseExact(`["${padding}",${digits}]`)).toEqual([padding, expected]);
			expect(parseExact(`[-${digits},"${padding}"]`)).toEqual([
				length < 16 ? -Number(digits) : `-${digits}`,
				padding,
			]);
			expect(parseExact(`${' '.repeat(before)}${digits}`)).toBe(expected);
		}
	}
});

it('stays linear where something else is full of digits', () => {
	const digits = '1'.repeat(2_000_000);
	expect(parseExact(`{"m":"${digits}"}`)).toEqual({ m: digits });
	expect(parseExact(`[0.${digits}]`)).toEqual([Number(`0.${digits.slice(0, 100)}`)]);
	const many = Array.from({ length: 50_000 }, () => '1234567890123456789');
	const message = 'a,1234567890123456789,b';
	expect(parseExact(`[${many.join(',')},"${message}"]`)).toEqual([...many, message]);
});

it('takes memory once for pages that are read one after another', () => {
	const buffer = new ReusedBuffer();
	const page = Buffer.from(`[${'1234567890123456789,'.repeat(50_000)}"é"]`);
	const expected: unknown = parseExactJson(page);
	const memory = buffer.take(2 * page.length).buffer;
	for (let again = 0; again < 3; again++) {
		expect(parseExactJson(page, buffer)).toStrictEqual(expected);
		expect(buffer.take(0).buffer).toBe(memory);
	}
});

it('ends for texts that are cut off, whatever they are full of', () => {
	const cut = [
		`["${'\\"'.repeat(500_000)}`,
		`["${'\\\\'.repeat(500_000)}`,
		`[${'1'.repeat(1_000_000)}`,
		`[${' '.repeat(1_000_000)}`,
		`[${'[ '.repeat(500_000)}`,
		`["a,${'1'.repeat(20)},","${'\\"'.repeat(500_000)}`,
	];
	for (const text of cut) expect(() => parseExact(text)).toThrow(SyntaxError);
});
