import type { EventOverrides, EventRecord } from '../service';
import { makeDevice, makeEvent, makeUser } from '../service';

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

/** Something that a person did, or tried. */
export function eventOf(person: Person, createdAtMs: number, what: EventOverrides): EventRecord {
	return makeEvent({ userPrincipal: PRINCIPALS[person], createdAtMs, ...what });
}

/** A person who was refused a service: a warning, unless it says otherwise. */
export function refusal(
	person: Person,
	service: string,
	createdAtMs: number,
	what: EventOverrides = {},
): EventRecord {
	return eventOf(person, createdAtMs, {
		type: 'Access',
		subType: 'Connection',
		action: 'deny',
		severity: 'WARN',
		result: 'ERROR',
		message: `${person}@example.com was denied ${service}`,
		serviceName: service,
		...what,
	});
}
