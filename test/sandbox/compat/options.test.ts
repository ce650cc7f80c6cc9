import { isWhole, parseOptions } from '../../../sandbox/compat/options';

it('tests everything unless told otherwise, and only then writes the documentation', () => {
	expect(isWhole(parseOptions([]))).toBe(true);
	for (const args of [['--only', '2.8'], ['--mode', 'inMemory'], ['--newest'], ['--core']]) {
		expect(isWhole(parseOptions(args))).toBe(false);
	}
});
