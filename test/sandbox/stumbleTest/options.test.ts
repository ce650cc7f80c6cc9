import { MODES } from '../../../sandbox/crashTest/options';
import { parseOptions } from '../../../sandbox/stumbleTest/options';

describe('the command line of npm run stumble-test', () => {
	it('tests every mode unless told otherwise', () => {
		expect(parseOptions([])).toEqual({ modes: MODES, help: false });
		expect(parseOptions(['--mode', 'inMemory'])).toEqual({ modes: ['inMemory'], help: false });
	});

	it('names what it refuses', () => {
		expect(() => parseOptions(['--mode', 'unknown'])).toThrow('--mode');
		expect(() => parseOptions(['--kills', '3'])).toThrow('--kills');
	});
});
