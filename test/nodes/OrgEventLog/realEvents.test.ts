import type { INodeExecutionData } from 'n8n-workflow';
import { parseEventsPage } from '../../../nodes/OrgEventLog/api/parseResponse';
import { simplify } from '../../../nodes/OrgEventLog/events/columns';
import { listEventText, type EventRecord } from '../../../sandbox/service';
import { recordedEvents } from '../../support/recordedEvents';
import { MINUTE, HOUR } from '../../support/times';
import { createActiveWorld, WORLD_START_MS } from '../../support/triggerHarness';
import { idsOf, runOver } from './runNode';

// 295 events made after what a real service of this kind logged, 100 of them refusals.

const { events, refusals, happenings } = recordedEvents(WORLD_START_MS);

it('Refused Access takes all refusals and nothing else', async () => {
	const parameters = { preset: 'refusedAccess', returnAll: true, options: { order: 'ASC' } };
	const items = await runOver(events, parameters);

	expect(idsOf(items)).toEqual(refusals.map(({ id }) => id));
});

it('dedupeKey is one for each happening: told again by another port, at another time, as PERIODIC', () => {
	const body = `{"data":[${refusals.map(listEventText).join()}]}`;
	const keys = new Map<unknown, Set<number | undefined>>();
	for (const refusal of parseEventsPage(Buffer.from(body)).events) {
		const { dedupeKey } = simplify(refusal);
		keys.set(dedupeKey, (keys.get(dedupeKey) ?? new Set()).add(happenings.get(refusal.id)));
	}

	expect(keys.size).toBe(13);
	expect([...keys.values()].map(({ size }) => size)).toEqual(Array(13).fill(1));
});

const byHappening = ({ id }: EventRecord) => happenings.get(id);

/** As they were recorded; where it is not named, by what happened. */
const SUPPRESSED_PER: Readonly<Record<string, (refusal: EventRecord) => unknown>> = {
	happening: byHappening,
	user: (one) => one.userPrincipal?.user?.email || byHappening(one),
	// Those who are named were refused by no service.
	userAndService: byHappening,
	device: (one) => one.userPrincipal?.device?.serial_number || byHappening(one),
	address: ({ userPrincipal }) => userPrincipal?.client?.ip_address.split(':')[0],
};

/** What is left of the refusals: those an hour or more behind the last one told. */
function firstsOfEachHour(keyOf: (refusal: EventRecord) => unknown): string[] {
	const toldAtMs = new Map<unknown, number>();
	const firsts = refusals.filter((refusal) => {
		const { createdAtMs } = refusal;
		const key = keyOf(refusal);
		if (createdAtMs - (toldAtMs.get(key) ?? -Infinity) < HOUR) return false;
		toldAtMs.set(key, createdAtMs);
		return true;
	});
	return firsts.map(({ id }) => id);
}

it.each(Object.entries(SUPPRESSED_PER))(
	'an hour per %s leaves the first of each hour, where polls find them as they are logged',
	async (suppressPer, keyOf) => {
		const recorded = recordedEvents(WORLD_START_MS + 5 * MINUTE).events;
		const parameters = { preset: 'refusedAccess', suppressRepeats: 60, suppressPer };
		const world = await createActiveWorld({ parameters });
		const items: INodeExecutionData[] = [];
		for (let next = 0; next < recorded.length;) {
			world.nowMs += HOUR;
			const first = next;
			while ((recorded[next]?.createdAtMs ?? Infinity) <= world.nowMs) next++;
			world.service.log.append(...recorded.slice(first, next));
			items.push(...(await world.poll({ afterMs: 0 })).items);
		}

		expect(idsOf(items)).toEqual(firstsOfEachHour(keyOf));
	},
);
