import { parserOf } from '../../../sandbox/command/options';

const parse = parserOf((given) => ({
	isOnce: given.flag('once'),
	only: given.text('only'),
	kills: given.wholeNumber('kills', 4),
	sizes: given.ascendingNumbers('sizes', '10,100'),
	start: given.oneOf('start-from', ['now', 'last'], 'now'),
	modes: given.allOrOne('mode', ['feed', 'list']),
}));

it('gives what holds unless told otherwise', () => {
	expect(parse([])).toEqual({
		...{ isOnce: false, only: '', kills: 4, sizes: [10, 100], start: 'now' },
		...{ modes: ['feed', 'list'], help: false },
	});
});

it('reads every option', () => {
	const args = '--once --only a --kills 0 --sizes 1,2 --start-from last --mode list --help';
	expect(parse(args.split(' '))).toEqual({
		...{ isOnce: true, only: 'a', kills: 0, sizes: [1, 2], start: 'last' },
		...{ modes: ['list'], help: true },
	});
});

it.each([
	['--kills', ''],
	['--kills', '1.5'],
	['--kills', '-1'],
	['--sizes', '2,1'],
	['--sizes', '1,x'],
	['--start-from', 'never'],
	['--mode', 'unknown'],
	['--nonsense', 'x'],
	['--once', 'x'],
])('names what it refuses: %s %s', (name, value) => {
	expect(() => parse([`${name}=${value}`])).toThrow(name);
});
