import { parseOptions } from '../../../bench/triggers/options';

it('measures 10, 100 and 1,000 triggers unless told otherwise', () => {
	expect(parseOptions([])).toMatchObject({
		sizes: [10, 100, 1000],
		minutes: 2,
		times: 'everyMinute',
		mode: 'inMemory',
		expressions: 'eager',
	});
});

it.each([
	[['--sizes', '100,10'], /ascending/],
	[['--sizes', '10,10'], /ascending/],
	[['--sizes', 'ten'], /whole number/],
	[['--times', 'never'], /--times takes one of/],
	[['--mode', 'never'], /--mode takes one of/],
	[['--expressions', 'never'], /--expressions takes one of/],
])('refuses %j', (args, message) => {
	expect(() => parseOptions(args)).toThrow(message);
});
