import {
	CHECKS,
	failuresIn,
	findAll,
	parseFindings,
	unlessItFails,
	type Check,
	type Findings,
	type Probed,
} from '../../../sandbox/lab/releases/checks';
import { PROBES } from '../../../sandbox/lab/releases/probes';
import { RELEASES } from '../../../sandbox/lab/releases/releases';
import { toTable } from '../../../sandbox/lab/releases/table';
import sandbox from '../../../sandbox/package.json';
import { createEventLog, makeEvent } from '../../../sandbox/service';

const holds = () => Promise.resolve();
const ALL_HOLD: Probed = {
	...{ Loads: holds, 'Credential test': holds, List: holds, Count: holds, Feed: holds },
	...{ File: holds, Trigger: holds, 'Survives broken connections': holds },
	'Says that a token was refused': holds,
};

async function findingsWith(check: Check, why: string): Promise<Findings> {
	return await findAll({ ...ALL_HOLD, [check]: () => Promise.reject(new Error(why)) });
}

it('says yes where a check holds, and below the table why another does not', async () => {
	const findings = await findingsWith('Feed', 'Two events\nare missing | twice');
	const table = toTable([{ version: '2.8.4', ran: 'all', mode: 'inMemory', findings }]);
	const [head, line, cells, ...notes] = table.split('\n');
	expect(head).toMatch(/^\| n8n \| Tested part \| Mode of n8n \| Loads \|/);
	expect(line).toMatch(/^\| --- \|/);
	expect(cells).toBe(
		'| 2.8.4 | all | in memory | yes | yes | yes | yes | no (1) | yes | yes | yes | yes |',
	);
	expect(notes).toEqual(['', '1. Two events are missing \\| twice']);
});

it('has the release of the sandbox among those that are tested, which need not be installed', () => {
	expect(RELEASES.map(({ version }) => version)).toContain(sandbox.dependencies.n8n);
});

it.each(CHECKS)('fails where this does not hold: %s', async (check) => {
	const findings = await findingsWith(check, 'why');
	expect(failuresIn(findings)).toEqual([`${check}: why`]);
	// As it comes from another process.
	expect(parseFindings(JSON.parse(JSON.stringify([...findings])))).toEqual(findings);
});

it('fails in nothing where all holds, and in everything where nothing could be found', async () => {
	expect(failuresIn(await findAll(ALL_HOLD))).toEqual([]);
	const none = await unlessItFails(Promise.reject(new Error('n8n ends')));
	expect(failuresIn(none)).toEqual(CHECKS.map((check) => `${check}: n8n ends`));
	expect(failuresIn(parseFindings([]))).toContain('List: It was not checked');
});

const EVENTS = ['a', 'b', 'c'].map((id) => makeEvent({ id, createdAtMs: 1_000 }));
const LOG = createEventLog(EVENTS);

it.each(['List', 'Feed', 'Survives broken connections'] as const)(
	'%s has to give each event once',
	(check) => {
		const verify = (ids: string[]) =>
			PROBES[check].verify(JSON.stringify(ids.map((id) => ({ id }))), LOG);
		expect(() => verify(['a', 'b', 'c'])).not.toThrow();
		expect(() => verify(['a', 'c'])).toThrow('1 events are missing, 0 too many');
		expect(() => verify(['a', 'b', 'c', 'c'])).toThrow('0 events are missing, 1 too many');
		expect(() => PROBES[check].verify('{"message":"no"}', LOG)).toThrow('No list');
	},
);

it('a file, a count and a refusal have to be those of the log', () => {
	expect(() => PROBES.File.verify('{"id":"a"}\n{"id":"b"}\n', LOG)).toThrow('1 events are missing');
	expect(() => PROBES.Count.verify('[{"count":2}]', LOG)).toThrow('2 instead of 3');
	const refused = PROBES['Says that a token was refused'].verify;
	expect(() => refused('[{"error":"Something failed"}]', LOG)).toThrow('Something failed');
});
