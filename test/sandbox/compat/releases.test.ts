import { RELEASES, newestOf } from '../../../sandbox/compat/releases';
import sandbox from '../../../sandbox/package.json';

it('has the release of the sandbox among those that are tested, which need not be installed', () => {
	expect(RELEASES.map(({ version }) => version)).toContain(sandbox.dependencies.n8n);
});

it('finds the newest by number, and no release that is not stable', () => {
	const versions = ['1.9.2', '1.10.0', '1.10.1-rc.1', '2.8.4', '2.8.10', '2.9.0-beta.1', '10.0.0'];
	expect(newestOf(versions, '1.')).toBe('1.10.0');
	expect(newestOf(versions, '2.8.')).toBe('2.8.10');
	expect(newestOf(versions)).toBe('10.0.0');
	expect(newestOf(versions, '3.')).toBeUndefined();
});
