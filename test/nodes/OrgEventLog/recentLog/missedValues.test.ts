import type { EventFilters } from '../../../../nodes/OrgEventLog/events/filters';
import { explainNoMatch } from '../../../../nodes/OrgEventLog/recentLog/explanations/missedValues';
import { summarize } from '../../../../nodes/OrgEventLog/recentLog/summary';

const LOG = [
	{ type: 'Access', sub_type: 'Connection', action: 'deny', severity: 'WARN' },
	{ type: 'Access', sub_type: 'Connection', action: 'grant', severity: 'INFO' },
	{ type: 'Access', sub_type: 'Tunnel', action: 'grant', severity: 'INFO' },
	{
		type: 'Registration',
		sub_type: 'Device',
		action: 'register',
		severity: 'INFO',
		user_principal: { user: { email: 'ada@example.com' } },
	},
];
const summary = summarize(
	LOG.map((fields, index) => ({ id: `${index}`, createdAtMs: index, fields })),
);

const explain = (filters: EventFilters) =>
	explainNoMatch(filters, summary, ' in this time range', () => false);

it.each<[EventFilters, string]>([
	[
		{ action: 'Deny' },
		'Action is “Deny” in none of the newest 4 events in this time range; near it: “deny” (1)',
	],
	[{ action: 'denied' }, 'near it: “deny” (1)'],
	[{ action: 'refused' }, 'they have: “grant” (2), “deny” (1), “register” (1)'],
	[{ type: ['Access', 'Policy'] }, 'Type is “Policy” in none'],
	[{ type: ['Access'], subType: 'Device' }, 'Subtype is “Device” in none'],
	[{ type: ['access'], subType: 'connection' }, 'near it: “Access” (3). Subtype is “connection”'],
	[{ severity: 'ERROR' }, 'Minimum Severity is ERROR, and the highest of'],
	[{ userEmail: ['Ada@example.com'] }, 'near it: “ada@example.com” (1)'],
])('%j: %s', (filters, sentence) => {
	expect(explain(filters)).toContain(sentence);
	expect(explain(filters)).toMatch(/^No event matches\. .*letter case included$/);
});

it('does not list people where none comes near', () => {
	expect(explain({ userEmail: ['bob@example.org'] })).not.toContain('ada@');
});

it.each<EventFilters>([
	{ type: ['Registration'], action: 'deny' },
	{ severity: 'WARN', action: 'register' },
	{ eventId: 'not there' },
])('%j: says that it is not the words', (filters) => {
	expect(explain(filters)).toContain('Each value by itself occurs in the newest 4 events');
});
