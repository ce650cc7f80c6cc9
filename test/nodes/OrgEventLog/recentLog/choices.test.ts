import {
	type ChoiceRequest,
	offerChoices,
} from '../../../../nodes/OrgEventLog/recentLog/pickers/choices';
import { type LogSummary, summarize } from '../../../../nodes/OrgEventLog/recentLog/summary';

const event = (fields: Record<string, unknown>, index: number) => ({
	id: `event-${index}`,
	createdAtMs: index,
	fields,
});

const summaryOf = (...events: Array<Record<string, unknown>>): LogSummary =>
	summarize(events.map(event));

const summary = summaryOf(
	{ type: 'Access', sub_type: 'Connection', action: 'deny', severity: 'WARN' },
	{ type: 'Access', sub_type: 'Connection', action: 'grant', severity: 'INFO' },
	{ type: 'Access', sub_type: 'Tunnel', action: 'grant', severity: 'ERROR' },
	{ type: 'Registration', sub_type: 'Device', action: 'register', severity: 'INFO' },
	{ type: null, sub_type: '', action: 'a|b', severity: 'debug' },
);

function namesOf(request: Partial<ChoiceRequest>): string[] {
	const whole = { filter: 'type', chosen: [], types: [], typed: '', ...request } as const;
	return offerChoices(summary, whole).map(
		({ name, value, description }) => `${value} = ${name}, ${description}`,
	);
}

it('offers the most frequent first, with how often', () => {
	expect(namesOf({})).toEqual([
		'Access = Access, 3 of the last 5 events',
		'Registration = Registration, 1 of the last 5 events',
	]);
});

it('does not offer what the service would read as two values, nor what is empty', () => {
	expect(namesOf({ filter: 'action' })).toEqual([
		'grant = grant, 2 of the last 5 events',
		'deny = deny, 1 of the last 5 events',
		'register = register, 1 of the last 5 events',
	]);
});

it('offers subtypes of the chosen types only', () => {
	const subTypes = (...types: string[]) =>
		namesOf({ filter: 'subType', types }).map((name) => name.split(' ')[0]);

	expect(subTypes()).toEqual(['Connection', 'Device', 'Tunnel']);
	expect(subTypes('Access')).toEqual(['Connection', 'Tunnel']);
	expect(subTypes('Access', 'Registration')).toEqual(['Connection', 'Tunnel', 'Device']);
	expect(subTypes('Policy')).toEqual([]);
});

it('a subtype of two types is offered once, with both counts', () => {
	const both = summaryOf({ type: 'A', sub_type: 'Device' }, { type: 'B', sub_type: 'Device' });
	const request = { filter: 'subType', chosen: [], types: ['A', 'B'], typed: '' } as const;

	expect(offerChoices(both, request)).toEqual([
		{ value: 'Device', name: 'Device', description: '2 of the last 2 events' },
	]);
});

it('finds what was typed in any letter case, and takes it as it is as well', () => {
	expect(namesOf({ filter: 'action', typed: 'Deny' })).toEqual([
		'deny = deny, 1 of the last 5 events',
		'Deny = Deny, 0 of the last 5 events',
	]);
	expect(namesOf({ filter: 'action', typed: ' deny ' })).toEqual([
		'deny = deny, 1 of the last 5 events',
	]);
});

it('below a word that no value has in it stands what comes near, or else all there is', () => {
	expect(namesOf({ filter: 'action', typed: 'denied' })).toEqual([
		'denied = denied, 0 of the last 5 events',
		'deny = deny, 1 of the last 5 events',
	]);
	expect(namesOf({ filter: 'action', typed: 'refused' })).toHaveLength(4);
});

it('adds to what is chosen where a filter takes several, beside what takes the place of it', () => {
	expect(namesOf({ chosen: ['Access'] })).toEqual([
		'Access = Access, 3 of the last 5 events',
		'Registration = Registration, 1 of the last 5 events',
		'Access|Registration = Access or Registration, 4 of the last 5 events',
	]);
	expect(namesOf({ filter: 'action', chosen: ['deny'] })).toHaveLength(3);
});

it('adds a word that no value has in it to what is chosen, too', () => {
	expect(namesOf({ chosen: ['Access'], typed: 'Wiki' }).slice(0, 2)).toEqual([
		'Wiki = Wiki, 0 of the last 5 events',
		'Access|Wiki = Access or Wiki, 3 of the last 5 events',
	]);
	expect(namesOf({ chosen: ['Wiki'], typed: 'Wiki' })[1]).toContain('Access = Access');
	expect(namesOf({ filter: 'action', chosen: ['deny'], typed: 'wiki' }).join()).not.toContain('|');
});

it('takes several values that were typed with pipes, and one only where a filter takes one', () => {
	expect(namesOf({ typed: 'Access | Registration' })[0]).toBe(
		'Access|Registration = Access or Registration, 4 of the last 5 events',
	);
	expect(namesOf({ filter: 'action', typed: 'deny|grant' }).join()).not.toContain('deny|grant');
});

it('offers a device under the name that people know it by', () => {
	const device = { id: 'd-1', friendly_name: "Ada's laptop" };
	const log = summaryOf({ user_principal: { device } });
	const request = { filter: 'deviceId', chosen: [], types: [], typed: 'ADA' } as const;

	expect(offerChoices(log, request)[0]).toEqual({
		value: 'd-1',
		name: "Ada's laptop (d-1)",
		description: '1 of the last 1 event',
	});
});

it('says of each minimum severity how many events pass', () => {
	expect(namesOf({ filter: 'severity' })).toEqual([
		'DEBUG = Debug and above, 5 of the last 5 events',
		'INFO = Info and above, 4 of the last 5 events',
		'WARN = Warn and above, 2 of the last 5 events',
		'ERROR = Error only, 1 of the last 5 events',
	]);
});
