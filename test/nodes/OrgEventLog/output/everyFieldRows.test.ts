import fc from 'fast-check';
import type { EventFields } from '../../../../nodes/OrgEventLog/events/event';
import {
	MAX_COLUMN_NAME_LENGTH,
	MAX_OTHER_COLUMNS,
} from '../../../../nodes/OrgEventLog/events/limits';
import {
	EveryFieldRows,
	REST_COLUMN,
	readLines,
} from '../../../../nodes/OrgEventLog/output/everyFieldRows';

describe('EveryFieldRows with fields beyond all measure', () => {
	const DOCUMENTED = ['id', 'type'];

	function fileOf(events: readonly EventFields[]) {
		const rows = new EveryFieldRows(DOCUMENTED);
		const taken = events.map((fields) => rows.toRow(fields));
		taken.forEach(({ others }) => rows.note(others));
		const { header, arrange } = rows.layOut();
		return { header, cells: taken.map(({ text }) => arrange(text)), hint: rows.hint() };
	}

	const manyFields = (count: number, name = 'f') =>
		Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, index]));

	it('keeps as many columns as there is room for, and the rest of an event in one', () => {
		const many = manyFields(MAX_OTHER_COLUMNS, 'g');
		const { header, cells, hint } = fileOf([
			{ id: 1, zone: 'z' },
			{ id: 2, type: 't', ...many },
			{ id: 3, zone: 'y' },
		]);
		expect(header).toEqual(['id', 'type', 'zone', REST_COLUMN]);
		expect(cells.map((row) => row.slice(0, 3).map((cell) => cell ?? ''))).toEqual([
			[1, '', 'z'],
			[2, 't', ''],
			[3, '', 'y'],
		]);
		expect(JSON.parse(String(cells[1]?.[3]))).toEqual(many);
		expect(hint).toContain(`The column '${REST_COLUMN}' has them as JSON`);
	});

	it('has no column for them, and no note, where there is room', () => {
		const { header, hint } = fileOf([{ id: 1, ...manyFields(MAX_OTHER_COLUMNS) }]);
		expect(header).toHaveLength(2 + MAX_OTHER_COLUMNS);
		expect(header).not.toContain(REST_COLUMN);
		expect(hint).toBeUndefined();
	});

	it('stays small where each event has a field that no other has', () => {
		const events = Array.from({ length: 5_000 }, (_, index) => ({ id: index, [`f${index}`]: 1 }));
		const { header, cells } = fileOf(events);
		expect(header.length).toBeLessThanOrEqual(2 + MAX_OTHER_COLUMNS + 1);
		expect(cells.flat().filter((cell) => cell === 1 || /"f\d+":1/.test(String(cell)))).toHaveLength(
			5_000 + 1,
		);
	});

	it('takes an event with a hundred thousand fields as one with few', () => {
		const fields = manyFields(100_000);
		const { header, cells } = fileOf([fields]);
		expect(header).toEqual([...DOCUMENTED, REST_COLUMN]);
		expect(JSON.parse(String(cells[0]?.[2]))).toEqual(fields);
	});

	it('gives what has no column as it was nested, and what is documented in its own', () => {
		const long = 'n'.repeat(MAX_COLUMN_NAME_LENGTH + 1);
		const rows = new EveryFieldRows(['id', 'user.email', 'user.roles', 'user.device.id']);
		const event = {
			id: { not: 'an id' },
			user: { email: 'e', roles: ['r'], zone: 'z', device: { id: 7 } },
			[long]: { a: 1 },
		};
		const { text, others } = rows.toRow(event);
		rows.note(others);
		const [id, email, roles, device, rest] = rows.layOut().arrange(text);
		expect([id, email, roles, device]).toEqual([null, 'e', '["r"]', 7]);
		expect(JSON.parse(String(rest))).toEqual({
			id: { not: 'an id' },
			user: { zone: 'z' },
			[long]: { a: 1 },
		});
	});

	it('takes a long name around many short ones as what it is', () => {
		const within = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`${at}`, at]));
		const event = { id: 1, ['n'.repeat(100_000)]: within };
		const events = Array.from({ length: 20 }, () => event);
		const { header, cells } = fileOf(events);
		expect(header).toEqual([...DOCUMENTED, REST_COLUMN]);
		expect(cells.flat().join('').length).toBeLessThan(2 * JSON.stringify(events).length);
	});

	it('says nothing of more fields where the log has a field of that name', () => {
		const { header, cells, hint } = fileOf([{ id: 1, [REST_COLUMN]: 'own' }]);
		expect([header, cells]).toEqual([[...DOCUMENTED, REST_COLUMN], [[1, null, 'own']]]);
		expect(hint).toBeUndefined();
	});
});

async function linesOf(chunks: readonly Buffer[]): Promise<string[]> {
	async function* source() {
		for (const chunk of chunks) yield await Promise.resolve(chunk);
	}
	const lines: string[] = [];
	for await (const some of readLines(source())) lines.push(...some);
	return lines;
}

it('gives the same lines wherever the file is cut, within a character too', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.stringMatching(/^[a-zü漢😀]{1,5}$/u), { minLength: 1, maxLength: 8 }),
			fc.array(fc.nat(60), { maxLength: 6 }),
			fc.boolean(),
			async (lines, cuts, ended) => {
				const bytes = Buffer.from(lines.join('\n') + (ended ? '\n' : ''));
				const edges = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b)];
				const chunks = edges.map((edge, index) => bytes.subarray(edge, edges[index + 1]));

				expect(await linesOf(chunks)).toEqual(lines);
			},
		),
		{ seed: 8 },
	);
});
