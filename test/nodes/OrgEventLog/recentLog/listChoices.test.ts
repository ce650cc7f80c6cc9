import type { EventFields } from '../../../../nodes/OrgEventLog/events/event';
import type { FilterName } from '../../../../nodes/OrgEventLog/selection/filters';
import { offerChoices } from '../../../../nodes/OrgEventLog/recentLog/editorLists/listChoices';
import type { RecentValues } from '../../../../nodes/OrgEventLog/recentLog/recentValues';
import { tallyValues } from '../../../../nodes/OrgEventLog/recentLog/recentValues';

const event = (fields: EventFields, at: number) => ({ id: `event-${at}`, createdAtMs: at, fields });

const summaryOf = (...events: EventFields[]): RecentValues => tallyValues(events.map(event));

const summary = summaryOf(
	{ type: 'Access', sub_type: 'Connection', action: 'deny', severity: 'WARN' },
	{ type: 'Access', sub_type: 'Connection', action: 'grant', severity: 'INFO' },
	{ type: 'Access', sub_type: 'Tunnel', action: 'grant', severity: 'ERROR' },
	{ type: 'Registration', sub_type: 'Device', action: 'register', severity: 'INFO' },
	{ type: null, sub_type: '', action: 'a|b', severity: 'debug' },
);

function namesOf(filter: FilterName, typed = ''): string[] {
	return offerChoices(summary, filter, typed).map(({ name, value }) => `${value} = ${name}`);
}

it('offers the most frequent first', () => {
	expect(namesOf('type')).toEqual(['Access = Access', 'Registration = Registration']);
});

it('does not offer what the service would read as two values, nor what is empty', () => {
	expect(namesOf('action')).toEqual(['grant = grant', 'deny = deny', 'register = register']);
});

it('finds what was typed in any letter case', () => {
	expect(namesOf('action', ' Deny ')).toEqual(['deny = deny']);
	expect(namesOf('action', 'refused')).toEqual([]);
});

it('offers a device under the name that people know it by', () => {
	const device = { id: 'd-1', friendly_name: "Ada's laptop" };
	const log = summaryOf({ user_principal: { device } });

	expect(offerChoices(log, 'deviceId', 'ADA')[0]).toEqual({
		value: 'd-1',
		name: "Ada's laptop (d-1)",
	});
});
