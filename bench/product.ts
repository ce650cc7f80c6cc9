import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as ExactJson from '../nodes/OrgEventLog/json/exactJson';
import { ROOT, SCRATCH } from '../sandbox/places';

/** A copy of the built package: a build during the run must not change what is measured. */
export const PACKAGE = join(SCRATCH, 'bench');

function nodeOf(className: string, name: string) {
	return { folder: PACKAGE, file: `dist/nodes/OrgEventLog/${className}.node.js`, name };
}

export const LIST_NODE = nodeOf('OrgEventLog', 'orgEventLog');
export const TRIGGER = nodeOf('OrgEventLogTrigger', 'orgEventLogTrigger');
export const CREDENTIAL_TYPE = 'orgEventLogApi';
const EXACT_JSON_FILE = 'dist/nodes/OrgEventLog/json/exactJson.js';

export function copyPackage(): void {
	rmSync(PACKAGE, { recursive: true, force: true });
	for (const part of ['dist', 'package.json']) {
		cpSync(join(ROOT, part), join(PACKAGE, part), { recursive: true });
	}
}

function isExactJson(exported: unknown): exported is typeof ExactJson {
	return typeof exported === 'object' && exported !== null && 'parseExactJson' in exported;
}

/** The parser as it is shipped. @throws Error where the built file has no such parser */
export function loadExactJson(): typeof ExactJson.parseExactJson {
	const exported: unknown = createRequire(__filename)(join(PACKAGE, EXACT_JSON_FILE));
	if (isExactJson(exported)) return exported.parseExactJson;
	throw new Error(`${EXACT_JSON_FILE} has no parseExactJson`);
}
