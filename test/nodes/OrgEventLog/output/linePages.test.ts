import { LinePages } from '../../../../nodes/OrgEventLog/output/linePages';

function eventsOf(lines: readonly string[]) {
	return lines.map((made, index) => ({ id: `e-${index}`, createdAtMs: index, made }));
}

it('keeps the lines of each page until it is released, whatever comes meanwhile', () => {
	const pages = new LinePages();
	const texts = [['a\n', 'Zoë 日本 😀\n'], ['b\n'], [], ['x'.repeat(100_000), '\n']];
	const packed = texts.map((lines) => pages.pack(eventsOf(lines)));
	expect(packed.map(({ bytes }) => bytes.toString())).toEqual(texts.map((lines) => lines.join('')));
});

it('takes no more memory for a thousand pages than for as many as wait at once', () => {
	const pages = new LinePages();
	const lines = Array.from({ length: 100 }, () => 'one line of a file\n');
	const memory = new Set<ArrayBufferLike>();
	for (let round = 0; round < 500; round++) {
		const waiting = [pages.pack(eventsOf(lines)), pages.pack(eventsOf(lines))];
		for (const page of waiting) {
			memory.add(page.bytes.buffer);
			expect(page.bytes.toString()).toBe(lines.join(''));
			pages.release(page);
		}
	}
	expect(memory.size).toBe(2);
});

it('lends no memory twice where a page is released twice', () => {
	const pages = new LinePages();
	const page = pages.pack(eventsOf(['a\n']));
	pages.release(page);
	pages.release(page);
	const [one, other] = [pages.pack(eventsOf(['one\n'])), pages.pack(eventsOf(['other\n']))];
	expect([one.bytes.toString(), other.bytes.toString()]).toEqual(['one\n', 'other\n']);
});

it('knows what the manifest has to say of its events, and holds no line in it', () => {
	const placed = [3, 4, 5].map((createdAtMs) => ({
		id: `e-${createdAtMs}`,
		createdAtMs,
		made: '-',
	}));
	const unplaced = { id: 'without a time', createdAtMs: NaN, made: '-' };
	expect(new LinePages().pack([...placed, unplaced])).toMatchObject({
		events: 4,
		unplacedEvents: 1,
		first: { id: 'e-3', createdAtMs: 3 },
		last: { id: 'e-5', createdAtMs: 5 },
	});
	expect(new LinePages().pack(placed).last).not.toHaveProperty('made');
	expect(new LinePages().pack([unplaced]).first).toBeUndefined();
});
