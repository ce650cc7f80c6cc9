import { checksOf } from '../../../sandbox/compat/checks';
import {
	allHold,
	findAll,
	parseFindings,
	type Check,
	type Row,
} from '../../../sandbox/compat/findings';
import { toTable, withTable } from '../../../sandbox/compat/table';

async function rowWith(failures: Partial<Record<Check, string>>): Promise<Row> {
	const check = async (name: Check) => {
		const why = failures[name];
		await (why === undefined ? Promise.resolve() : Promise.reject(new Error(why)));
	};
	const checks = checksOf({
		load: async () => await check('Loads'),
		testCredentials: async () => await check('Credential test'),
		probe: check,
		deliver: async () => await check('Trigger'),
	});
	const findings = await findAll(checks, new AbortController().signal);
	return { version: '2.8.4', ran: 'all', mode: 'inMemory', findings };
}

it('says yes where a check holds, and below the table why another does not', async () => {
	const row = await rowWith({ Feed: 'Two events\nare missing | twice' });
	const [head, line, cells, ...notes] = toTable([row]).split('\n');
	expect(head).toMatch(/^\| n8n \| Tested part \| Scheduler \| Loads \|/);
	expect(line).toMatch(/^\| --- \|/);
	expect(cells).toBe(
		'| 2.8.4 | all | off | yes | yes | yes | yes | no (1) | yes | yes | yes | yes |',
	);
	expect(notes).toEqual(['', '1. Two events are missing \\| twice']);
	expect(allHold(row)).toBe(false);
	expect(allHold(await rowWith({}))).toBe(true);
});

it('survives the way from another process', async () => {
	const { findings } = await rowWith({ List: 'No' });
	expect(parseFindings(JSON.parse(JSON.stringify([...findings])))).toEqual(findings);
	expect(parseFindings([]).get('List')).toEqual({ holds: false, why: 'It was not checked' });
	expect(() => parseFindings({})).toThrow(TypeError);
});

it('replaces what is between the marks of a page, whatever it is', () => {
	const page = 'Before\n<!-- compat:begin -->\nold $1\n<!-- compat:end -->\nafter\n';
	const written = withTable(page, '| $& |');
	expect(written).toBe('Before\n<!-- compat:begin -->\n\n| $& |\n\n<!-- compat:end -->\nafter\n');
	expect(withTable(written, '| $& |')).toBe(written);
	expect(() => withTable('no marks', '')).toThrow('No place');
});
