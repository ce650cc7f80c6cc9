import { basename } from 'node:path';
import { findProgram } from '../../../sandbox/lab/servers/programs';

it('a program that is missing is named, with the command that installs it', () => {
	expect(basename(findProgram('sh', 'dash'))).toBe('sh');
	expect(() => findProgram('no-such-server', 'its-package')).toThrow(
		'Not installed: no-such-server. On Debian: apt-get install its-package',
	);
});
