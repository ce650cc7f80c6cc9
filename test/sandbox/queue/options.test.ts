import { QUEUE_MODES } from '../../../sandbox/queue/modes';
import { parseOptions } from '../../../sandbox/queue/options';

describe('the arguments of the sandbox in queue mode', () => {
	it('run it until it is interrupted unless told otherwise', () => {
		expect(parseOptions([])).toEqual({
			once: false,
			kills: 4,
			seed: 1,
			modes: QUEUE_MODES,
			port: 5678,
			help: false,
		});
	});

	it('choose a mode, a number of kills and a seed', () => {
		const options = parseOptions([
			'--once',
			...['--mode', 'durableCursors', '--kills', '1', '--seed', '9'],
		]);
		expect(options).toMatchObject({ once: true, kills: 1, seed: 9 });
		expect(options.modes.map(({ mode }) => mode)).toEqual(['durableCursors']);
	});

	it('are refused by name', () => {
		expect(() => parseOptions(['--mode', 'durableScheduler'])).toThrow(
			'--mode takes one of inMemory, durableCursors',
		);
		expect(() => parseOptions(['--kills', 'many'])).toThrow('--kills');
		expect(() => parseOptions(['--all'])).toThrow("'--all'");
	});
});

it('both places for binary data are among the modes', () => {
	expect(QUEUE_MODES.map(({ binaryData }) => binaryData).sort()).toEqual([
		'database',
		'filesystem',
	]);
});
