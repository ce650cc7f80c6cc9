import { parseEventsPage } from '../../../nodes/OrgEventLog/api/parseResponse';
import { simplify } from '../../../nodes/OrgEventLog/events/columns';
import { listEventText, makeEvent, NO_DEVICE, NOBODY, seededLog } from '../../../sandbox/service';
import {
	refusalMessage,
	refusedClientsOf,
} from '../../../sandbox/service/generator/refusedClients';
import { servicesOf } from '../../../sandbox/service/generator/services';
import { HOUR } from '../../support/times';
import { idsOf, runOver } from './runNode';

// What a real service of this kind logged, in its words and as often; the sandbox makes its logs of them.

const START_MS = Date.UTC(2026, 10, 1);

it('Refused Access takes all refusals and nothing else', async () => {
	const events = seededLog({ events: 1_000, seed: 3 }).all();
	const refusals = events.filter(({ action }) => ['Unauthorized', 'Deny'].includes(action));
	const parameters = { preset: 'refusedAccess', returnAll: true, options: { order: 'ASC' } };

	expect(refusals.length).toBeGreaterThan(300);
	expect(idsOf(await runOver(events, parameters))).toEqual(refusals.map(({ id }) => id));
});

it('dedupeKey is one for each happening: told again by another port, at another time, as PERIODIC', () => {
	const keys = refusedClientsOf(1, 13, servicesOf(1, 13)).map((client) => {
		const refusals = client.requests.flatMap((request) =>
			[false, true].map((isToldAgain, hour) =>
				makeEvent({
					...{ type: 'Access', action: 'Unauthorized', createdAtMs: START_MS + hour * HOUR },
					message: refusalMessage(client, request, START_MS + hour * HOUR, isToldAgain),
					userPrincipal: { device: NO_DEVICE, user: NOBODY, client: request.client },
					extra: { service: request.service.shown, link: request.link },
				}),
			),
		);
		const body = Buffer.from(`{"data":[${refusals.map(listEventText).join()}]}`);
		return parseEventsPage(body).events.map((event) => simplify(event).dedupeKey);
	});

	expect(keys.every((ofClient) => ofClient.length > 2)).toBe(true);
	expect(new Set(keys.flat()).size).toBe(13);
	expect(keys.map((ofClient) => new Set(ofClient).size)).toEqual(Array(13).fill(1));
});
