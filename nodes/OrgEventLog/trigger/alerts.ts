import type { INodeExecutionData } from 'n8n-workflow';
import type { LoggedEvent, UnplacedEvent } from '../api/event';
import { dedupeKeyOf } from '../output/dedupeKey';
import { type Burst, findBursts, momentOf, toCounted } from './bursts';
import { type HandedAlert, toBurstItems, toDigestItems, toEventItems } from './items';
import type { PollForDelivery } from './pollForDelivery';
import { pulseOf, pulseOfTestRun } from './pulse';
import { type BurstRequest, readBursts, repeatBursts } from './readBursts';
import { type AlertMark, type GivenAlert, suppressRepeats } from './repeatSuppression';
import type { TriggerSettings } from './settings';
import type { TriggerLog } from './triggerLog';
import type { StoredAlerts } from './triggerState';

/** What is to become of events. */
export type AlertSettings = Pick<
	TriggerSettings,
	'emit' | 'shape' | 'suppressRepeatsMs' | 'afterRestart'
>;

export interface Alerts extends StoredAlerts {
	/** What the workflow is started with; not at all where there is nothing. */
	readonly items: readonly INodeExecutionData[];
	/** The new events that n8n is handed with it. */
	readonly given: readonly LoggedEvent[];
	/** Those without a place in time that it is handed, and those that belong to no burst for it. */
	readonly unplaced: readonly UnplacedEvent[];
	readonly uncounted: readonly UnplacedEvent[];
}

/**
 * What the workflow is started with for the events that a poll gives.
 *
 * @param hostMs the host's clock, epoch milliseconds
 * @throws EventLogFailure
 */
export async function toAlerts(
	{ result, repeated, repeatedUnplaced }: Omit<PollForDelivery, 'remember'>,
	log: Pick<TriggerLog, 'source' | 'matches'>,
	settings: AlertSettings,
	hostMs: number,
): Promise<Alerts> {
	const { emit, shape, suppressRepeatsMs } = settings;
	const { emit: newEvents, state, begunFrom, unplaced } = result;
	if (emit.kind !== 'burst') {
		const suppression = suppressRepeats(newEvents, state, suppressRepeatsMs, markOfEvent);
		const { given, ...stored } = suppression;
		const handed = inOrder(repeated, given, settings, ({ createdAtMs }) => createdAtMs);
		const last = unplaced.map((event) =>
			toHanded<LoggedEvent>(settings, repeatedUnplaced.has(event))(event),
		);
		const items = ITEM_MAKERS[emit.kind]([...handed, ...last], shape, pulseOf(result, hostMs));
		return { ...stored, items, given: given.map(({ alert }) => alert), unplaced, uncounted: [] };
	}
	const request: BurstRequest = { ...log, begunFrom };
	const again = await repeatBursts(request, repeated, emit.rule);
	const bursts = await readBursts(request, newEvents, emit.rule);
	const { given, ...stored } = suppressRepeats(bursts, state, suppressRepeatsMs, markOfBurst);
	const items = toBurstItems(inOrder(again, given, settings, momentOf), shape);
	const isNew = new Set(newEvents);
	const causes = given.flatMap(({ alert }) => causeOf(alert, isNew));
	return { ...stored, items, given: causes, unplaced: [], uncounted: unplaced };
}

const ITEM_MAKERS = { events: toEventItems, digest: toDigestItems };

export interface TestRun {
	/** How many items are shown at most. */
	readonly wanted: number;
	/** The host's clock, epoch milliseconds. */
	readonly hostMs: number;
}

/** What a poll that found these events would start the workflow with, the newest of it at most. */
export function toTestItems(
	events: readonly LoggedEvent[],
	settings: AlertSettings,
	{ wanted, hostMs }: TestRun,
): readonly INodeExecutionData[] {
	const { emit, shape } = settings;
	if (emit.kind === 'burst') {
		const counted = events.flatMap((event) => toCounted(event, emit.rule, true));
		const { bursts } = findBursts(counted, -Infinity, emit.rule);
		return toBurstItems(bursts.slice(-wanted).map(toHanded(settings, false)), shape);
	}
	const shown = events.slice(-wanted).map(toHanded(settings, false));
	const newestMs = events.reduce(
		(newest, { createdAtMs }) => Math.max(newest, createdAtMs),
		-Infinity,
	);
	return ITEM_MAKERS[emit.kind](shown, shape, pulseOfTestRun(newestMs, hostMs));
}

/** What is repeated and what is new, oldest first. */
function inOrder<Alert>(
	repeated: readonly Alert[],
	given: ReadonlyArray<GivenAlert<Alert>>,
	settings: AlertSettings,
	timeOf: (alert: Alert) => number,
): ReadonlyArray<HandedAlert<Alert>> {
	const toNew = toHanded<Alert>(settings, false);
	return [
		...repeated.map(toHanded(settings, true)),
		...given.map((one) => ({ ...toNew(one.alert), ...one })),
	].sort(({ alert }, { alert: other }) => timeOf(alert) - timeOf(other));
}

function toHanded<Alert>(
	{ afterRestart }: AlertSettings,
	redelivered: boolean,
): (alert: Alert) => HandedAlert<Alert> {
	return (alert) => ({
		alert,
		suppressed: 0,
		...(afterRestart === 'repeatLast' && { redelivered }),
	});
}

/** The newest of the new events that a burst has in it: it is a burst because of this one. */
function causeOf({ events }: Burst, isNew: ReadonlySet<LoggedEvent>): LoggedEvent[] {
	return events.filter((event) => isNew.has(event)).slice(-1);
}

function markOfEvent({ fields, createdAtMs }: LoggedEvent): AlertMark {
	return { key: dedupeKeyOf(fields), atMs: createdAtMs };
}

/** Bursts of a group repeat each other, and never single events. */
function markOfBurst(burst: Burst): AlertMark {
	return { key: `${burst.per} ${burst.group.key}`, atMs: momentOf(burst) };
}
