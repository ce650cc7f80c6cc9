import type { EventFields, Source } from './event';
import { type JsonValue, isJsonObject } from '../json/jsonValues';

// A dotted path names a value of an event by the names on the way to it. A dot that is part of a
// name has a backslash before it, and so has a backslash, so that no two paths are alike.

/** The specification documents these fields of an event (2.1 and 2.2). */
export const DOCUMENTED_PATHS: Readonly<Record<Source, readonly string[]>> = {
	list: documentedPathsOf('message', ['created_at', 'created_at_ns']),
	feed: documentedPathsOf('messages', ['created_at', 'group_id']),
};

function documentedPathsOf(message: string, ownFields: readonly string[]): readonly string[] {
	const device = [
		...['id', 'friendly_name', 'mac_address', 'serial_number', 'registration_status'],
		...['compromised_status', 'compliance_status', 'oem_info', 'model', 'platform', 'ownership'],
		...['architecture', 'udid', 'source', 'last_mdm_data_synced_at'],
	];
	return [
		...['id', 'org_id', 'org_name', 'severity', 'action', 'type', 'sub_type', message, 'result'],
		...[...ownFields, 'external_id'],
		...device.map((name) => `user_principal.device.${name}`),
		...['email', 'groups', 'roles'].map((name) => `user_principal.user.${name}`),
	];
}

/** Makes a name fit for a path. Most names are plain, and this runs for every name of every event. */
export function toPathPart(name: string): string {
	const isPlain = !name.includes('.') && !name.includes('\\');
	return isPlain ? name : name.replace(/[\\.]/g, '\\$&');
}

export function parsePath(path: string): readonly string[] {
	const names = [''];
	for (const [character] of path.matchAll(/\\[\\.]|[^]/g)) {
		if (character === '.') names.push('');
		else names[names.length - 1] += character.slice(-1);
	}
	return names;
}

export function readPath(fields: EventFields, names: readonly string[]): JsonValue {
	let value: JsonValue = fields;
	for (const name of names) {
		if (!isJsonObject(value) || !Object.prototype.hasOwnProperty.call(value, name))
			return undefined;
		value = value[name];
	}
	return value;
}

/** Gives the paths of an event's values, in its own order. A list is one value. */
export function pathsOf(fields: EventFields, prefix = ''): string[] {
	return Object.entries(fields).flatMap(([name, value]) => {
		const path = prefix + toPathPart(name);
		return hasFields(value) ? pathsOf(value, `${path}.`) : [path];
	});
}

export function hasFields(value: unknown): value is EventFields {
	return isJsonObject(value) && Object.keys(value).length > 0;
}
