import { type LoggedEvent, deviceField } from './event';
import { rankOfSeverity } from './filters';
import { plainText } from './plainText';
import { dedupeKeyOf } from './dedupeKey';
import { namesOnPath, valueAt } from './fieldPaths';
import {
	type ColumnValue,
	ipAddressOf,
	messageOf,
	serviceNameOf,
	toColumnValue,
	userEmailOf,
} from './subjects';

/** The columns of a simplified event, in the order in which a person reads them. */
export const SIMPLIFIED_COLUMNS = [
	'createdAt',
	'severity',
	'message',
	'userEmail',
	'service',
	'action',
	'type',
	'subType',
	'result',
	'deviceName',
	'serialNumber',
	'platform',
	'ipAddress',
	'severityLevel',
	'id',
	'externalId',
	'dedupeKey',
] as const;

export type SimplifiedColumn = (typeof SIMPLIFIED_COLUMNS)[number];

const SIMPLIFIED: ReadonlySet<string> = new Set(SIMPLIFIED_COLUMNS);

function isSimplifiedColumn(name: string): name is SimplifiedColumn {
	return SIMPLIFIED.has(name);
}

export type SimplifiedEvent = Record<SimplifiedColumn, ColumnValue>;

/**
 * One event as a flat object of ready-to-use columns, the same for List and Feed. A part that the
 * event doesn't have, or has as an empty text, is null. `createdAt` is ISO 8601 in UTC with
 * milliseconds.
 */
export function simplify(event: LoggedEvent): SimplifiedEvent {
	const { fields } = event;
	return {
		createdAt: toIsoTime(event.createdAtMs),
		severity: toColumnValue(fields.severity),
		message: messageOf(fields),
		userEmail: userEmailOf(fields),
		service: serviceNameOf(fields),
		action: toColumnValue(fields.action),
		type: toColumnValue(fields.type),
		subType: toColumnValue(fields.sub_type),
		result: toColumnValue(fields.result),
		deviceName: toColumnValue(deviceField(fields, 'friendly_name')),
		serialNumber: toColumnValue(deviceField(fields, 'serial_number')),
		platform: toColumnValue(deviceField(fields, 'platform')),
		ipAddress: ipAddressOf(fields),
		severityLevel: rankOfSeverity(fields.severity) + 1,
		id: event.id,
		externalId: toColumnValue(fields.external_id),
		dedupeKey: dedupeKeyOf(fields),
	};
}

/** ISO 8601 in UTC with milliseconds; null for a number that no date can be made of. */
export function toIsoTime(epochMs: number): string | null {
	const date = new Date(epochMs);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** The columns that were chosen for events, and which of them no event had anything for. */
export class ChosenColumns {
	private readonly paths = new Map<string, readonly string[]>();
	private readonly unseen: Set<string>;
	private readonly areAllPaths: boolean;

	/** @param names simplified columns, and dotted paths of what the API sent */
	constructor(readonly names: readonly string[]) {
		for (const name of names) {
			if (!isSimplifiedColumn(name)) this.paths.set(name, namesOnPath(name));
		}
		this.unseen = new Set(this.paths.keys());
		this.areAllPaths = this.paths.size === names.length;
	}

	/** What an event has in each column, in their order; null for nothing and for an empty text. */
	valuesOf(event: LoggedEvent): unknown[] {
		const simplified = this.areAllPaths ? undefined : simplify(event);
		return this.names.map((name) =>
			isSimplifiedColumn(name) ? simplified?.[name] : this.read(name, event),
		);
	}

	/** The same under the names of the columns. */
	nameValues(values: readonly unknown[]): Record<string, unknown> {
		return Object.fromEntries(this.names.map((name, at) => [name, values[at]]));
	}

	/** What the user should know: a column that is nowhere may be misspelt. */
	hint(): string | undefined {
		if (this.unseen.size === 0) return undefined;
		const names = [...this.unseen].map((name) => `'${plainText(name)}'`).join(', ');
		return `None of these events has ${names}. Choose simplified columns, or dotted paths of the raw event such as user_principal.user.groups. Names are case-sensitive`;
	}

	private read(name: string, { fields }: LoggedEvent): unknown {
		const value = valueAt(fields, this.paths.get(name) ?? []);
		if (value === undefined) return null;
		this.unseen.delete(name);
		return value === '' ? null : value;
	}
}
