import { isWhole, parseOptions } from '../../../sandbox/compat/options';

it('tests everything unless told otherwise, and only then writes the documentation', () => {
	expect(parseOptions([])).toMatchObject({ newest: false, core: false, help: false });
	expect(isWhole(parseOptions([]))).toBe(true);
	for (const args of [['--only', '2.8'], ['--mode', 'inMemory'], ['--newest'], ['--core']]) {
		expect(isWhole(parseOptions(args))).toBe(false);
	}
});

it.each([
	[['--mode', 'sometimes'], /--mode takes one of inMemory/],
	[['--olny', '2.8'], /olny/],
])('refuses %j', (args, message) => {
	expect(() => parseOptions(args)).toThrow(message);
});
