import type { EventFilters } from '../../../../nodes/OrgEventLog/selection/filters';
import type { PresetName } from '../../../../nodes/OrgEventLog/selection/presets';
import { explainNothingFound } from '../../../../nodes/OrgEventLog/recentLog/nothingFound';

const LOG = [
	{ type: 'Access', sub_type: 'Connection', action: 'deny', severity: 'WARN' },
	{ type: 'Access', sub_type: 'Connection', action: 'grant', severity: 'INFO' },
	{ type: 'Access', sub_type: 'Tunnel', action: 'grant', severity: 'INFO' },
	{
		type: 'Registration',
		sub_type: 'Device',
		action: 'register',
		severity: 'INFO',
		user_principal: { user: { email: 'ada@example.com' }, device: { friendly_name: 'Mac-1' } },
	},
];
const events = LOG.map((fields, index) => ({ id: `${index}`, createdAtMs: index + 1, fields }));
const client = { listPage: async () => await Promise.resolve({ events }) };

const explain = async (filters: EventFilters, preset: PresetName = 'none') =>
	await explainNothingFound(client, {
		filters,
		preset,
		exclude: {},
		range: { startMs: 1 },
		source: 'list',
	});

it('names the preset that the filters contradict', async () => {
	expect(await explain({ userEmail: ['ada@example.com'] }, 'refusedAccess')).toBe(
		'No event in this time range matches both Refused Access and the filters at once. Remove or widen a filter',
	);
});

it.each<[EventFilters, string]>([
	[
		{ action: 'Deny' },
		'Action “Deny” does not occur in the newest 4 events in this time range; most frequent: “grant” (2), “deny” (1), “register” (1)',
	],
	[{ action: 'denied' }, 'most frequent: “grant” (2), “deny” (1), “register” (1)'],
	[{ type: ['Access', 'Policy'] }, 'Type “Policy” does not occur in'],
	[
		{ type: ['access'], subType: 'connection' },
		'most frequent: “Access” (3), “Registration” (1). Subtype “connection” does not occur',
	],
	[
		{ severity: 'ERROR' },
		'“ERROR” does not occur in the newest 4 events in this time range; most frequent: “INFO” (3), “WARN” (1)',
	],
	[{ severity: 'ERROR', messageContains: 'x' }, '“ERROR” does not occur in'],
])('%j: %s', async (filters, sentence) => {
	expect(await explain(filters)).toContain(sentence);
	// A severity is a minimum, in any letter case, and a message has to contain a text, in any letter case.
	expect((await explain(filters)).endsWith('are case-sensitive')).toBe(
		filters.severity === undefined,
	);
});

it('a range that ends in the future sends no bound there, which some services refuse', async () => {
	const requests: object[] = [];
	const listPage = async (_filters: object, request: object) => {
		requests.push(request);
		return await Promise.resolve({ events });
	};
	const range = { startMs: 2, endMs: Date.now() + 3_600_000 };
	const filters = { action: 'Deny' };
	await explainNothingFound(
		{ listPage },
		{ filters, preset: 'none', exclude: {}, range, source: 'list' },
	);
	expect(requests).toEqual([{ order: 'DESC', afterMs: 1, skip: 0, limit: 1_000 }]);
});

it('does not list people', async () => {
	expect(await explain({ userEmail: ['ADA@example.com'] })).toBe(
		'User Email “ADA@example.com” does not occur in the newest 4 events in this time range. Values must match exactly and are case-sensitive',
	);
});

it.each<[EventFilters, string]>([
	[{ type: ['Registration'], action: 'deny' }, 'all filters at once'],
	[{ type: ['Access'], subType: 'Device' }, 'all filters at once'],
	[{ severity: 'WARN', action: 'register' }, 'all filters at once'],
	[{ eventId: 'not there' }, 'the filter'],
	[{ serviceAccountName: ['build'] }, 'the filter'],
])('%j: says that it is not the words', async (filters, all) => {
	expect(await explain(filters)).toContain(` matches ${all}. `);
});
