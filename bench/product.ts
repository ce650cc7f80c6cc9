import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SCRATCH } from '../sandbox/places';

/** A copy of the built package: a build during the run must not change what is measured. */
export const PACKAGE = join(SCRATCH, 'bench');

function nodeOf(className: string, name: string) {
	return { folder: PACKAGE, file: `dist/nodes/OrgEventLog/${className}.node.js`, name };
}

export const LIST_NODE = nodeOf('OrgEventLog', 'orgEventLog');
export const TRIGGER = nodeOf('OrgEventLogTrigger', 'orgEventLogTrigger');
export const CREDENTIAL_TYPE = 'orgEventLogApi';

export function copyPackage(): void {
	rmSync(PACKAGE, { recursive: true, force: true });
	for (const part of ['dist', 'package.json']) {
		cpSync(join(ROOT, part), join(PACKAGE, part), { recursive: true });
	}
}
