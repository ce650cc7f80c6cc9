import type { EventFields, Source } from './event';
import { type JsonValue, isJsonObject } from '../json/jsonValues';

// A dotted path leads to a value of an event by the names of its fields. A dot or a backslash within a name has a
// backslash before it, so that no two paths are alike.

/** The specification documents these fields, in this order (2.1 and 2.2). */
export const DOCUMENTED_PATHS: Readonly<Record<Source, readonly string[]>> = {
	list: documentedPathsOf('message', ['created_at', 'created_at_ns']),
	feed: documentedPathsOf('messages', ['created_at', 'group_id']),
};

function documentedPathsOf(message: string, ownFields: readonly string[]): readonly string[] {
	const event = ['id', 'org_id', 'org_name', 'severity', 'action', 'type', 'sub_type'];
	const deviceNames = ['id', 'friendly_name', 'mac_address', 'serial_number'];
	const deviceStatus = ['registration_status', 'compromised_status', 'compliance_status'];
	const deviceModel = ['oem_info', 'model', 'platform', 'ownership', 'architecture', 'udid'];
	const deviceRecord = ['source', 'last_mdm_data_synced_at'];
	const device = [...deviceNames, ...deviceStatus, ...deviceModel, ...deviceRecord];
	const user = ['email', 'groups', 'roles'];
	return [...event, message, 'result', ...ownFields, 'external_id'].concat(
		device.map((name) => `user_principal.device.${name}`),
		user.map((name) => `user_principal.user.${name}`),
	);
}

/** Most names are plain, and this runs for every name of every event. */
export function escapePathName(name: string): string {
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
		const path = prefix + escapePathName(name);
		return hasFields(value) ? pathsOf(value, `${path}.`) : [path];
	});
}

export function hasFields(value: unknown): value is EventFields {
	return isJsonObject(value) && Object.keys(value).length > 0;
}
