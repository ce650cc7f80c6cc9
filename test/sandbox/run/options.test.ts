import { parseOptions } from '../../../sandbox/run/options';

describe('the command line of npm start', () => {
	it('runs the demonstration on the usual port unless told otherwise', () => {
		expect(parseOptions([])).toMatchObject({ once: false, fresh: false, open: true, port: 5678 });
	});

	it('reads every option', () => {
		const options = parseOptions([
			'--once',
			'--fresh',
			'--no-open',
			'--port',
			'8080',
			'--events',
			'5',
		]);
		expect(options).toMatchObject({ once: true, fresh: true, open: false, port: 8080, events: 5 });
	});

	it.each([
		['--port', 'x'],
		['--events', '-1'],
		['--nonsense', ''],
	])('names what it refuses: %s %s', (name, value) => {
		expect(() => parseOptions([name, value])).toThrow(name);
	});
});
