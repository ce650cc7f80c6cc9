import { nearMatches } from '../../../../nodes/OrgEventLog/recentLog/nearMatches';

const ACTIONS = ['grant', 'deny', 'terminate', 'register', 'unregister', 'login', 'login_failed'];
const values = ACTIONS.map((value) => ({ value, count: 1 }));

it.each([
	['Deny', ['deny']],
	['denied', ['deny']],
	['DENY ', ['deny']],
	['dney', []],
	['gramt', ['grant']],
	['terminated', ['terminate']],
	['trminate', []],
	['Registered', ['register']],
	['loginFailed', ['login_failed', 'login']],
	['refused', []],
	['deny', []],
	['', []],
	['?', []],
])('for %j comes near: %j', (wanted, near) => {
	expect(nearMatches(wanted, values).map(({ value }) => value)).toEqual(near);
});

it('names three at most, the nearest and most frequent first', () => {
	const alike = ['user-1', 'user-2', 'user-3', 'user-4', 'USER'].map((value) => ({
		value,
		count: 1,
	}));

	expect(nearMatches('user', alike).map(({ value }) => value)).toEqual([
		'USER',
		'user-1',
		'user-2',
	]);
});

it('compares thousands of long values in no time', () => {
	const letters = 'abcdefghij'.repeat(25);
	const many = Array.from({ length: 20_000 }, (_, index) => ({
		value: `${index}${letters}`,
		count: 1,
	}));
	const startedAt = performance.now();
	expect(nearMatches(`${letters}!`, many)).toHaveLength(3);
	expect(nearMatches([...letters].reverse().join(''), many)).toEqual([]);
	// Letter by letter it takes minutes.
	expect(performance.now() - startedAt).toBeLessThan(10_000);
});
