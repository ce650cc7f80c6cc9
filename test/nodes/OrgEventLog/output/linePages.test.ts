import { LinePages, UnpackedLine } from '../../../../nodes/OrgEventLog/output/linePages';

const NOBODY = { id: null, name: null, isInFile: true };

function eventAt(createdAtMs: number, line = '-') {
	return { id: `e-${createdAtMs}`, createdAtMs, made: new UnpackedLine(line, NOBODY) };
}

function eventsOf(lines: readonly string[]) {
	return lines.map((line, index) => eventAt(index, line));
}

function textOf(lines: readonly string[]): string {
	return lines.map((line) => `${line}\r\n`).join('');
}

it('keeps the lines of each page until it is released, whatever comes meanwhile', () => {
	const pages = new LinePages('\r\n');
	const texts = [['a', 'Zoë 日本 😀'], ['b'], [], ['x'.repeat(100_000), '']];
	const packed = texts.map((lines) => pages.pack(eventsOf(lines)));
	expect(packed.map(({ bytes }) => bytes.toString())).toEqual(texts.map(textOf));
});

it('takes no more memory for a thousand pages than for as many as wait at once', () => {
	const pages = new LinePages('\r\n');
	const lines = Array.from({ length: 100 }, () => 'one line of a file');
	const memory = new Set<ArrayBufferLike>();
	for (let round = 0; round < 500; round++) {
		const waiting = [pages.pack(eventsOf(lines)), pages.pack(eventsOf(lines))];
		for (const page of waiting) {
			memory.add(page.bytes.buffer);
			expect(page.bytes.toString()).toBe(textOf(lines));
			pages.release(page);
		}
	}
	expect(memory.size).toBe(2);
});

it('lends no memory twice where a page is released twice', () => {
	const pages = new LinePages('\r\n');
	const page = pages.pack(eventsOf(['a']));
	pages.release(page);
	pages.release(page);
	const [one, other] = [pages.pack(eventsOf(['one'])), pages.pack(eventsOf(['other']))];
	expect([one.bytes.toString(), other.bytes.toString()]).toEqual(['one\r\n', 'other\r\n']);
});

it('knows what the manifest has to say of its events, and holds no line in it', () => {
	const placed = () => [3, 4, 5].map((createdAtMs) => eventAt(createdAtMs));
	const unplaced = () => ({ ...eventAt(NaN), id: 'without a time' });
	expect(new LinePages('\r\n').pack([...placed(), unplaced()])).toMatchObject({
		events: 4,
		unplacedEvents: 1,
		first: { id: 'e-3', createdAtMs: 3 },
		last: { id: 'e-5', createdAtMs: 5 },
	});
	expect(new LinePages('\r\n').pack(placed()).last).not.toHaveProperty('made');
	expect(new LinePages('\r\n').pack([unplaced()]).first).toBeUndefined();
});

it('fails where a line would come twice, instead of leaving it out', () => {
	const pages = new LinePages('\r\n');
	const events = eventsOf(['a']);
	pages.pack(events);
	expect(() => pages.pack(events)).toThrow('only once');
});
