import { findServerPrograms } from '../../../sandbox/lab/servers/programs';

const ALL = ['redis-server', 'redis-cli', 'initdb', 'postgres', 'createdb', 'pg_isready'];

function machineWith(...programs: readonly string[]) {
	const paths = new Set(programs.map((name) => `/new/${name}`));
	return (path: string) => paths.has(path);
}

describe('the programs of Redis and PostgreSQL', () => {
	it('are taken from the first folder that has them', () => {
		const programs = findServerPrograms(['/new', '/old'], () => true);
		expect(programs).toMatchObject({ postgres: '/new/postgres', redisServer: '/new/redis-server' });
		const later = findServerPrograms(['/old', '/new'], machineWith(...ALL));
		expect(later.pgIsReady).toBe('/new/pg_isready');
	});

	it('are named where they are missing, with the command that installs them', () => {
		expect(() => findServerPrograms(['/new'], machineWith())).toThrow(
			'apt-get install redis-server redis-tools postgresql',
		);
		const withRedis = machineWith('redis-server', 'redis-cli');
		expect(() => findServerPrograms(['/new'], withRedis)).toThrow(
			'Not installed: initdb, postgres, createdb, pg_isready. On Debian: apt-get install postgresql',
		);
	});
});
