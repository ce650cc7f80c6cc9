import { createHash } from 'node:crypto';
import { faultsOfFile } from '../../../sandbox/lab/checks/file';

const CONTENTS = Buffer.from('id\na\nb\n');
const MANIFEST = { events: 2, sha256: createHash('sha256').update(CONTENTS).digest('hex') };
const FILE = { contents: CONTENTS, manifest: MANIFEST };
const IDS = new Set(['a', 'b']);

describe('the check of a file', () => {
	it('finds nothing wrong with what agrees with its manifest and the log', () => {
		expect(faultsOfFile(FILE, IDS)).toEqual([]);
	});

	it('finds a file that is not the one that the manifest speaks of', () => {
		const contents = Buffer.from('id\nb\na\n');
		expect(faultsOfFile({ contents, manifest: MANIFEST }, IDS)).toEqual([
			expect.stringContaining('SHA-256'),
		]);
	});

	it('finds events that the manifest or the file does not have', () => {
		expect(faultsOfFile(FILE, new Set(['a', 'b', 'c']))).toEqual([
			'the manifest says 2 events, the log 3',
			'1 events are missing in it',
		]);
	});
});
