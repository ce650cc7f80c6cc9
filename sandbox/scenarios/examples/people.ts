import { parseEventsPage } from '../../../nodes/OrgEventLog/api/parseResponse';
import { simplify } from '../../../nodes/OrgEventLog/events/columns';
import type { EventOverrides, EventRecord } from '../../service';
import { NOBODY, NO_DEVICE, listEventText, makeDevice, makeEvent, makeUser } from '../../service';

const PRINCIPALS = {
	ada: { user: makeUser(), device: makeDevice() },
	grace: {
		user: makeUser({ email: 'grace@example.com' }),
		device: makeDevice({
			id: 'grace-notebook',
			friendly_name: "Grace's notebook",
			serial_number: 'PF3XW9K2',
			platform: 'Windows',
			compliance_status: 'NonCompliant',
		}),
	},
	linus: {
		user: makeUser({ email: 'linus@example.com' }),
		device: makeDevice({
			id: 'linus-phone',
			friendly_name: "Linus's phone",
			serial_number: 'R58N70AXYZ',
			platform: 'Android',
			compromised_status: 'TRUE',
		}),
	},
};

/** Who occurs in the stories. Ada's device is well, Grace's out of compliance, Linus's compromised. */
export type Person = keyof typeof PRINCIPALS;

/** Something that a person did, or tried: signed in, unless it says otherwise. */
export function eventOf(
	person: Person,
	createdAtMs: number,
	what: EventOverrides = {},
): EventRecord {
	return makeEvent({
		userPrincipal: PRINCIPALS[person],
		createdAtMs,
		type: 'Identity',
		subType: 'UserPrincipal',
		action: 'Grant',
		message: 'SUCCESS - Authorization Code Generated',
		...what,
	});
}

/** A person who was refused: a warning, unless it says otherwise. */
export function refusal(
	person: Person,
	createdAtMs: number,
	what: EventOverrides = {},
): EventRecord {
	return eventOf(person, createdAtMs, {
		action: 'Deny',
		severity: 'WARN',
		result: 'WARN',
		message: 'FAILED - unknown devices not allowed',
		...what,
	});
}

/** A connection that was refused, as most refusals are told: with an empty result, and naming nobody. */
export function refusedConnection(port: number, createdAtMs: number): EventRecord {
	return makeEvent({
		userPrincipal: {
			device: NO_DEVICE,
			user: NOBODY,
			client: { ip_address: `203.0.113.7:${port}`, user_agent: '' },
		},
		createdAtMs,
		type: 'Access',
		subType: 'Connection',
		action: 'Unauthorized',
		severity: 'ERROR',
		result: '',
		message: `Client ada-laptop has NO authorized role. Policy Payroll version 8: Client roles=[]: 203.0.113.7:${port}->172.31.1.88:443`,
		serviceName: 'Payroll',
		extra: { service: { id: 'payroll', name: 'Payroll' } },
	});
}

/** The sentences that the node makes of events. */
export function summariesOf(events: readonly EventRecord[]): unknown[] {
	const page = Buffer.from(`{"data":[${events.map(listEventText).join(',')}]}`);
	return parseEventsPage(page).events.map((event) => simplify(event).summary);
}
