import { browserOpener } from '../../../sandbox/page/openBrowser';

const AT_DESK = { platform: 'linux', env: { DISPLAY: ':0' }, isTerminal: true } as const;

it('takes what the system opens addresses with', () => {
	expect(browserOpener(AT_DESK)).toEqual(['xdg-open']);
	expect(browserOpener({ ...AT_DESK, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toEqual([
		'xdg-open',
	]);
	expect(browserOpener({ ...AT_DESK, platform: 'darwin', env: {} })).toEqual(['open']);
	expect(browserOpener({ ...AT_DESK, platform: 'win32', env: {} })?.[0]).toBe('cmd');
});

it.each([
	['nobody sees what is printed', { ...AT_DESK, isTerminal: false }],
	['in CI', { ...AT_DESK, env: { DISPLAY: ':0', CI: 'true' } }],
	['at the far end of a network', { ...AT_DESK, env: { DISPLAY: ':0', SSH_CONNECTION: 'x' } }],
	['without a screen', { ...AT_DESK, env: {} }],
])('opens nothing when %s', (_when, surroundings) => {
	expect(browserOpener(surroundings)).toBeUndefined();
});
