import { RELEASES, newestOf, releasesFor } from '../../../sandbox/lab/releases/releases';
import sandbox from '../../../sandbox/package.json';

it('has the release of the sandbox among those that are tested, which need not be installed', () => {
	expect(RELEASES.map(({ version }) => version)).toContain(sandbox.dependencies.n8n);
});

it('chooses those whose version begins so, or all', async () => {
	const versions = async (asked: string) =>
		(await releasesFor(asked)).map(({ version }) => version);
	expect(await versions('2.40')).toEqual(['2.40.7']);
	expect(await versions('all')).toEqual(RELEASES.map(({ version }) => version));
	await expect(versions('3.')).rejects.toThrow('No release begins with 3.');
});

it('finds the newest by number, and no release that is not stable', () => {
	const versions = ['1.9.2', '1.10.0', '1.10.1-rc.1', '2.8.4', '2.8.10', '2.9.0-beta.1', '10.0.0'];
	expect(newestOf(versions, '1.')).toBe('1.10.0');
	expect(newestOf(versions, '2.8.')).toBe('2.8.10');
	expect(newestOf(versions)).toBe('10.0.0');
	expect(newestOf(versions, '3.')).toBeUndefined();
});
