import type { INodeExecutionData } from 'n8n-workflow';
import type { LoggedEvent } from '../api/event';
import { counted } from '../output/digest';
import { suppressionKeyOf } from './alertGroups';
import { type Burst, findBursts, momentOf, toCounted } from './bursts';
import { type HandedAlert, toBurstItems, toDigestItems, toEventItems } from './items';
import type { PollResult } from './poll';
import { pulseOf, pulseOfTestRun } from './pulse';
import { type BurstRequest, readBursts } from './readBursts';
import { type AlertMark, type GivenAlert, suppressRepeats } from './repeatSuppression';
import type { TriggerSettings } from './settings';
import type { StoredAlerts } from './triggerState';

/** What is to become of events. */
export type AlertSettings = Pick<
	TriggerSettings,
	'emit' | 'shape' | 'suppressRepeatsMs' | 'suppressPer' | 'afterRestart' | 'wording'
>;

export interface Alerts extends StoredAlerts {
	/** What the workflow is started with; not at all where there is nothing. */
	readonly items: readonly INodeExecutionData[];
	/** What n8n is handed with it for the first time: new events, or those at which bursts were reached. */
	readonly given: readonly LoggedEvent[];
	/** Where there was no time to count all that counts for bursts: from when on it was, epoch milliseconds. */
	readonly countedFromMs?: number;
}

/**
 * What the workflow is started with for the events that a poll gives.
 *
 * @param hostMs the host's clock, epoch milliseconds
 * @throws EventLogFailure
 */
export async function toAlerts(
	result: PollResult,
	log: Omit<BurstRequest, 'begunFrom'>,
	settings: AlertSettings,
	hostMs: number,
): Promise<Alerts> {
	const { emit, shape, suppressRepeatsMs, suppressPer, wording } = settings;
	const { emit: newEvents, repeated, state, begunFrom } = result;
	if (emit.kind !== 'burst') {
		const markOf = (event: LoggedEvent): AlertMark => ({
			key: suppressionKeyOf(suppressPer, event),
			atMs: event.createdAtMs,
		});
		const suppression = suppressRepeats(newEvents, state, suppressRepeatsMs, markOf);
		const { given: withNumbers, ...stored } = suppression;
		const given = withNumbers.map(({ alert }) => alert);
		const handed = inOrder(repeated, withNumbers, settings, ({ createdAtMs }) => createdAtMs);
		const pulse = pulseOf(result, given, hostMs);
		const items = ITEM_MAKERS[emit.kind](handed, shape, pulse, wording);
		return { ...stored, items, given };
	}
	const read = await readBursts({ ...log, begunFrom }, newEvents, repeated, emit.rule);
	const { bursts, again, countedFromMs } = read;
	const { given, ...stored } = suppressRepeats(bursts, state, suppressRepeatsMs, markOfBurst);
	const items = toBurstItems(inOrder(again, given, settings, momentOf), shape, wording);
	const moments = given.flatMap(({ alert }) => alert.events.slice(-1));
	return { ...stored, items, given: moments, countedFromMs };
}

const ITEM_MAKERS = { events: toEventItems, digest: toDigestItems };

export interface TestRun {
	/** How many of the newest events were looked through. */
	readonly lookedAt: number;
	/** The host's clock, epoch milliseconds. */
	readonly hostMs: number;
}

/** How many events the digest of a test run is of at most. */
const TEST_DIGEST_EVENTS = 10;

/**
 * The newest of what a poll that found these events would start the workflow with. It says how much
 * more there is, in itself: n8n shows no notes of a trigger.
 */
export function toTestItems(
	events: readonly LoggedEvent[],
	settings: AlertSettings,
	{ lookedAt, hostMs }: TestRun,
): readonly INodeExecutionData[] {
	const { emit, shape, wording } = settings;
	const ofRead = `of the newest ${counted(lookedAt, 'event')} read`;
	if (emit.kind === 'burst') {
		const found = events.flatMap((event) => toCounted(event, emit.rule, true));
		const { bursts } = findBursts(found, -Infinity, emit.rule);
		const items = toBurstItems(bursts.slice(-1).map(toHanded(settings, false)), shape, wording);
		const more = bursts.length - 1;
		return withNote(
			items,
			`and ${more > 0 ? counted(more, 'more burst') : 'no more bursts'} ${ofRead}`,
		);
	}
	const shown = events.slice(emit.kind === 'digest' ? -TEST_DIGEST_EVENTS : -1);
	const newestMs = events.reduce(
		(newest, { createdAtMs }) => Math.max(newest, createdAtMs),
		-Infinity,
	);
	const handed = shown.map(toHanded(settings, false));
	const pulse = pulseOfTestRun(newestMs, hostMs);
	const items = ITEM_MAKERS[emit.kind](handed, shape, pulse, wording);
	const more = events.length - shown.length;
	return withNote(
		items,
		`and ${more > 0 ? more.toLocaleString('en-US') : 'no'} more ${ofRead} pass`,
	);
}

/** An event as it came may have a note of its own, which it is shown with when it is delivered. */
function withNote(items: readonly INodeExecutionData[], note: string): INodeExecutionData[] {
	return items.map(({ json }) => ({ json: 'note' in json ? json : { ...json, note } }));
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

/** What n8n is handed, with what its user wants to know of every item. */
export function toHanded<Alert>(
	{ suppressRepeatsMs, afterRestart }: AlertSettings,
	redelivered: boolean,
): (alert: Alert) => HandedAlert<Alert> {
	return (alert) => ({
		alert,
		...(suppressRepeatsMs > 0 && { suppressed: 0 }),
		...(afterRestart === 'repeatLast' && { redelivered }),
	});
}

/** Bursts of a group repeat each other, and never single events. */
function markOfBurst(burst: Burst): AlertMark {
	return { key: `${burst.per} ${burst.group.key}`, atMs: momentOf(burst) };
}
