import type { IDataObject } from 'n8n-workflow';
import preview from '../../nodes/OrgEventLog/__schema__/v1.0.0/events.json';
import {
	simplify,
	SIMPLIFIED_COLUMNS,
	type SimplifiedColumn,
} from '../../nodes/OrgEventLog/events/columns';
import { FEED_PATHS, LIST_PATHS } from '../../nodes/OrgEventLog/events/fieldPaths';
import { createItemMaker } from '../../nodes/OrgEventLog/output/itemsOutput';
import { exampleEvent, withOther } from './exampleEvent';
import { code, table } from './markdown';
import type { Sections } from './sections';

/** The raw event and the columns made of it, each with an example. */
export function eventSections(): Sections {
	const event = exampleEvent();
	const toJson = createItemMaker({ kind: 'raw' });
	return {
		'raw-fields': rawFields(),
		'raw-example': asJson(toJson(event)),
		columns: columns(),
		'simplified-example': asJson(simplify(event)),
	};
}

function asJson(item: IDataObject): string {
	return `\`\`\`json\n${JSON.stringify(item, null, 2)}\n\`\`\``;
}

/** Type and meaning of each documented field (specification 2.1 and 2.2). */
const RAW_FIELDS: Readonly<Record<string, readonly [type: string, meaning: string]>> = {
	id: ['text', 'identifies the event'],
	org_id: ['text', 'the organization'],
	org_name: ['text', 'its name'],
	severity: ['text', 'DEBUG, INFO, WARN or ERROR'],
	action: ['text', 'what was done or tried'],
	type: ['text', 'what sort of event, such as an access'],
	sub_type: ['text', 'narrower than the type, such as a device or a connection'],
	message: ['text', 'a sentence for people'],
	messages: ['text', '`message`, as Feed calls it'],
	result: ['text', 'how it ended: the same words as for severity'],
	created_at: ['integer', 'when, in milliseconds since 1970'],
	created_at_ns: ['integer', 'the same in nanoseconds; arrives as text, with all digits'],
	external_id: ['text', 'the id in another system; some events have it'],
	group_id: ['text', "not explained in the service's documentation"],
	'user_principal.device.id': ['text', 'identifies the device'],
	'user_principal.device.friendly_name': ['text', 'what its owner calls it'],
	'user_principal.device.mac_address': ['text', 'may be empty'],
	'user_principal.device.serial_number': ['text', ''],
	'user_principal.device.registration_status': ['text', 'TRUE or FALSE'],
	'user_principal.device.compromised_status': ['text', 'TRUE or FALSE'],
	'user_principal.device.compliance_status': ['text', 'may be empty'],
	'user_principal.device.oem_info': ['text', 'may be empty'],
	'user_principal.device.model': ['text', ''],
	'user_principal.device.platform': ['text', 'its operating system'],
	'user_principal.device.ownership': ['text', 'whose it is'],
	'user_principal.device.architecture': ['text', 'of its processor'],
	'user_principal.device.udid': ['text', 'may be empty'],
	'user_principal.device.source': ['text', 'where this record of it comes from'],
	'user_principal.device.last_mdm_data_synced_at': [
		'integer',
		'last contact with device management, in nanoseconds; arrives as text',
	],
	'user_principal.user.email': ['text', ''],
	'user_principal.user.groups': ['list of texts', ''],
	'user_principal.user.roles': ['list of texts', ''],
};

function rawFields(): string {
	const paths = new Set([...LIST_PATHS, ...FEED_PATHS]);
	const rows = [...paths].map((path) => {
		const known = RAW_FIELDS[path];
		if (known === undefined) throw new Error(`Nothing is said of the field ${path}`);
		const [type, meaning] = known;
		const [inList, inFeed] = [LIST_PATHS, FEED_PATHS].map((of) => of.includes(path));
		const where = inList && inFeed ? 'both' : inList ? 'List' : 'Feed';
		return [code(path), type, where, meaning];
	});
	return table(['field', 'type', 'in', 'what it is'], rows);
}

const MEANINGS: Readonly<Record<SimplifiedColumn, string>> = {
	createdAt: 'when it was created, ISO 8601 in UTC',
	severity: 'DEBUG, INFO, WARN or ERROR',
	message: 'a sentence for people; in Feed from `messages`',
	userEmail: 'email address of the user',
	service: 'name of the service that was accessed',
	action: 'what was done or tried',
	type: 'what sort of event',
	subType: 'narrower than the type',
	result: 'how it ended: the same words as for severity',
	deviceName: 'what the owner calls the device',
	serialNumber: 'serial number of the device',
	platform: 'operating system of the device',
	ipAddress: "the client's address without its port, or else the device's last one",
	severityLevel: 'DEBUG 1, INFO 2, WARN 3, ERROR 4, anything else 0: for Switch nodes',
	id: 'identifies the event; without one, `digest:…` of its content',
	externalId: 'the id in another system',
	dedupeKey:
		'equal if the same thing happens again to the same user and device, at the same service if one is named',
};

function columns(): string {
	const madeOf = fieldsBehindColumns();
	const types: Readonly<Record<SimplifiedColumn, { readonly type: unknown }>> = preview.properties;
	const rows = SIMPLIFIED_COLUMNS.map((column) => [
		code(column),
		[types[column].type].flat().join(' or '),
		(madeOf.get(column) ?? []).map(code).join(', '),
		MEANINGS[column],
	]);
	return table(['column', 'type', 'made of', 'what it is'], rows);
}

/** What services show beside the documented fields, as far as columns are made of it. */
const BESIDES = [
	'service.id',
	'service.name',
	'link.destination.service_name',
	'user_principal.client.ip_address',
	'user_principal.device.last_ip_address',
];

/** From which fields each column is made: those that change it. */
function fieldsBehindColumns(): ReadonlyMap<SimplifiedColumn, readonly string[]> {
	const event = exampleEvent();
	const before = simplify(event);
	const behind = new Map<SimplifiedColumn, string[]>();
	for (const path of [...LIST_PATHS, ...BESIDES]) {
		const after = simplify(withOther(event, path));
		for (const column of SIMPLIFIED_COLUMNS) {
			if (after[column] === before[column]) continue;
			behind.set(column, [...(behind.get(column) ?? []), path]);
		}
	}
	return behind;
}
