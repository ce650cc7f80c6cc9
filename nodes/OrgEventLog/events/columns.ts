import { type LoggedEvent, deviceField, shownIdOf } from './event';
import { namesOf } from '../json/tableNames';
import { severityLevelOf } from './severities';
import { toSummarySentence } from './summarySentence';
import { toPlainText } from '../text/plainText';
import { toIsoTime } from '../text/times';
import { dedupeKeyOf } from './dedupeKey';
import { parsePath, valueAt } from './fieldPaths';
import {
	type ColumnValue,
	foldedEmailOf,
	ipAddressOf,
	messageOf,
	serviceNameOf,
	toColumnValue,
	userEmailOf,
	whoOf,
} from './subjects';

/**
 * The columns of a simplified event, in the order in which a person reads them, the same for List and Feed. A part that
 * is missing or an empty text is null.
 */
const COLUMNS = {
	summary: ({ fields }) => toSummarySentence(fields),
	who: ({ fields }) => whoOf(fields)?.[1] ?? null,
	createdAt: ({ createdAtMs }) => toIsoTime(createdAtMs),
	severity: ({ fields }) => toColumnValue(fields.severity),
	message: ({ fields }) => messageOf(fields),
	userEmail: ({ fields }) => userEmailOf(fields),
	service: ({ fields }) => serviceNameOf(fields),
	action: ({ fields }) => toColumnValue(fields.action),
	type: ({ fields }) => toColumnValue(fields.type),
	subType: ({ fields }) => toColumnValue(fields.sub_type),
	result: ({ fields }) => toColumnValue(fields.result),
	deviceName: ({ fields }) => toColumnValue(deviceField(fields, 'friendly_name')),
	serialNumber: ({ fields }) => toColumnValue(deviceField(fields, 'serial_number')),
	platform: ({ fields }) => toColumnValue(deviceField(fields, 'platform')),
	ipAddress: ({ fields }) => ipAddressOf(fields),
	severityLevel: ({ fields }) => severityLevelOf(fields.severity),
	id: shownIdOf,
	externalId: ({ fields }) => toColumnValue(fields.external_id),
	dedupeKey: ({ fields }) => dedupeKeyOf(fields),
} as const satisfies Record<string, (event: LoggedEvent) => ColumnValue>;

export type SimplifiedColumn = keyof typeof COLUMNS;

function isSimplifiedColumn(name: string): name is SimplifiedColumn {
	return Object.prototype.hasOwnProperty.call(COLUMNS, name);
}

export const SIMPLIFIED_COLUMNS = namesOf(COLUMNS);

export function simplify(event: LoggedEvent): Readonly<Record<string, ColumnValue>> {
	const simplified: Record<string, ColumnValue> = {};
	for (const name of SIMPLIFIED_COLUMNS) simplified[name] = COLUMNS[name](event);
	return simplified;
}

/** Columns that a user chose. It keeps in mind which of them no event has had. */
export class ChosenColumns {
	private readonly paths = new Map<string, readonly string[]>();
	private readonly unseen: Set<string>;

	/** @param names simplified columns, and dotted paths of what the API sent */
	constructor(readonly names: readonly string[]) {
		for (const name of names) {
			if (!isSimplifiedColumn(name)) this.paths.set(name, parsePath(name));
		}
		this.unseen = new Set(this.paths.keys());
	}

	/** Gives a value for each column, in their order; null for nothing and for an empty text. */
	valuesOf(event: LoggedEvent): unknown[] {
		return this.names.map((name) =>
			isSimplifiedColumn(name) ? COLUMNS[name](event) : this.read(name, event),
		);
	}

	/** Events of a group have the same keys: their values, with e-mail addresses in one letter case. */
	keysOf(values: readonly unknown[], { fields }: LoggedEvent): readonly unknown[] {
		const email = userEmailOf(fields);
		if (email === null) return values;
		return values.map((value) => (value === email ? foldedEmailOf(fields) : value));
	}

	toRecord(values: readonly unknown[]): Record<string, unknown> {
		return Object.fromEntries(this.names.map((name, at) => [name, values[at]]));
	}

	/** Tells the user of columns that no event has: they may be misspelt. */
	describeUnseen(): string | undefined {
		if (this.unseen.size === 0) return undefined;
		const names = [...this.unseen].map((name) => `'${toPlainText(name)}'`).join(', ');
		return `None of these events has ${names}. Choose simplified columns, or dotted paths of the raw event such as user_principal.user.groups. Names are case-sensitive`;
	}

	private read(name: string, { fields }: LoggedEvent): unknown {
		const value = valueAt(fields, this.paths.get(name) ?? []);
		if (value === undefined) return null;
		this.unseen.delete(name);
		return value === '' ? null : value;
	}
}
