import { MODES, parseOptions } from '../../../sandbox/crashTest/options';

describe('the command line of npm run crash-test', () => {
	it('tests every mode unless told otherwise', () => {
		expect(parseOptions([])).toEqual({
			...{ kills: 12, seed: 1, modes: MODES, help: false },
			afterRestart: 'goOn',
		});
	});

	it('reads every option', () => {
		const options = parseOptions([
			...['--kills', '2', '--seed', '7'],
			...['--mode', 'durableCursors', '--after-restart', 'repeatLast'],
		]);
		expect(options).toMatchObject({ kills: 2, seed: 7, modes: ['durableCursors'] });
		expect(options.afterRestart).toBe('repeatLast');
	});

	it.each([
		['--kills', ''],
		['--seed', '1.5'],
		['--mode', 'unknown'],
		['--after-restart', 'unknown'],
		['--nonsense', ''],
	])('names what it refuses: %s %s', (name, value) => {
		expect(() => parseOptions([name, value])).toThrow(name);
	});
});
