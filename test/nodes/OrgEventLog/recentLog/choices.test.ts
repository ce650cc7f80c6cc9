import type { EventFields } from '../../../../nodes/OrgEventLog/events/event';
import {
	type ChoiceRequest,
	offerChoices,
} from '../../../../nodes/OrgEventLog/recentLog/editorLists/choices';
import {
	type RecentValues,
	tallyValues,
} from '../../../../nodes/OrgEventLog/recentLog/recentValues';

const event = (fields: EventFields, index: number) => ({
	id: `event-${index}`,
	createdAtMs: index,
	fields,
});

const summaryOf = (...events: EventFields[]): RecentValues => tallyValues(events.map(event));

const summary = summaryOf(
	{ type: 'Access', sub_type: 'Connection', action: 'deny', severity: 'WARN' },
	{ type: 'Access', sub_type: 'Connection', action: 'grant', severity: 'INFO' },
	{ type: 'Access', sub_type: 'Tunnel', action: 'grant', severity: 'ERROR' },
	{ type: 'Registration', sub_type: 'Device', action: 'register', severity: 'INFO' },
	{ type: null, sub_type: '', action: 'a|b', severity: 'debug' },
);

function namesOf(request: Partial<ChoiceRequest>): string[] {
	const whole = { filter: 'type', chosen: [], types: [], typed: '', ...request } as const;
	return offerChoices(summary, whole).map(({ name, value }) => `${value} = ${name}`);
}

it('offers the most frequent first', () => {
	expect(namesOf({})).toEqual(['Access = Access', 'Registration = Registration']);
});

it('does not offer what the service would read as two values, nor what is empty', () => {
	expect(namesOf({ filter: 'action' })).toEqual([
		'grant = grant',
		'deny = deny',
		'register = register',
	]);
});

it('offers subtypes of the chosen types only', () => {
	const subTypes = (...types: string[]) =>
		namesOf({ filter: 'subType', types }).map((name) => name.split(' ')[0]);

	expect(subTypes()).toEqual(['Connection', 'Device', 'Tunnel']);
	expect(subTypes('Access')).toEqual(['Connection', 'Tunnel']);
	expect(subTypes('Access', 'Registration')).toEqual(['Connection', 'Device', 'Tunnel']);
	expect(subTypes('Policy')).toEqual([]);
});

it('finds what was typed in any letter case', () => {
	expect(namesOf({ filter: 'action', typed: ' Deny ' })).toEqual(['deny = deny']);
	expect(namesOf({ filter: 'action', typed: 'refused' })).toEqual([]);
});

it('adds to what is chosen where a filter takes several, beside what takes the place of it', () => {
	expect(namesOf({ chosen: ['Access'] })).toEqual([
		'Access = Access',
		'Registration = Registration',
		'Access|Registration = Access or Registration',
	]);
	expect(namesOf({ filter: 'action', chosen: ['deny'] })).toHaveLength(3);
});

it('offers a device under the name that people know it by', () => {
	const device = { id: 'd-1', friendly_name: "Ada's laptop" };
	const log = summaryOf({ user_principal: { device } });
	const request = { filter: 'deviceId', chosen: [], types: [], typed: 'ADA' } as const;

	expect(offerChoices(log, request)[0]).toEqual({
		value: 'd-1',
		name: "Ada's laptop (d-1)",
	});
});
