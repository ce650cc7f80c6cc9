import type { INodeExecutionData } from 'n8n-workflow';
import type { LoggedEvent } from '../../events/event';
import { toIsoTime } from '../../events/columns';
import { counted, inDigits } from '../../output/digest';
import { suppressionKeyOf } from '../../events/alertGroups';
import { type Burst, type BurstRequest, burstsAmong, readBursts } from './bursts';
import { DeliveredAlerts } from '../position/deliveredAlerts';
import { type Delivered, NO_MARKS, toBurstItems, toDigestItems, toEventItems } from './items';
import type { PollResult } from '../poll/pollEvents';
import { pulseOf } from './pulse';
import type { TriggerSettings } from '../../parameters/triggerSettings';
import { type StoredAlerts, type TriggerState, withAlerts } from '../position/triggerState';

/** What is to become of events. */
export type AlertSettings = Pick<
	TriggerSettings,
	'emit' | 'shape' | 'suppressRepeatsMs' | 'suppressPer' | 'afterRestart' | 'wording'
>;

export interface Alerts extends StoredAlerts {
	/** What the trigger passes to the workflow; not at all where there is nothing. */
	readonly items: readonly INodeExecutionData[];
	/** What is delivered for the first time: events, or the moments of bursts. */
	readonly delivered: readonly LoggedEvent[];
	/** Where there was no time to count all that counts for bursts: from when on it was, epoch milliseconds. */
	readonly countedFromMs?: number;
}

/**
 * What the trigger passes to the workflow for the events that a poll gives.
 *
 * @throws EventLogFailure
 */
export async function toAlerts(
	result: PollResult,
	log: Omit<BurstRequest, 'begunFrom'>,
	settings: AlertSettings,
): Promise<Alerts> {
	const { emit, suppressRepeatsMs: withinMs, suppressPer } = settings;
	const { newEvents, repeated, state, begunFrom } = result;
	if (emit.kind === 'burst') {
		const read = await readBursts({ ...log, begunFrom }, newEvents, repeated, emit.rule);
		const { delivered: marked, ...stored } = suppressRepeats(
			read.bursts,
			state,
			withinMs,
			keyOfBurst,
		);
		const items = toBurstItems(inOrder(read.again, marked), settings);
		const delivered = marked.map(({ subject }) => subject.moment);
		return { ...stored, items, delivered, countedFromMs: read.countedFromMs };
	}
	const keyOf = (event: LoggedEvent) => suppressionKeyOf(suppressPer, event);
	const { delivered: marked, ...stored } = suppressRepeats(newEvents, state, withinMs, keyOf);
	const delivered = marked.map(({ subject }) => subject);
	const all = inOrder(repeated, marked);
	const watermarksMs = [begunFrom.watermarkMs, state.watermarkMs] as const;
	const items =
		emit.kind === 'digest'
			? toDigestItems(all, settings, pulseOf({ ...result, watermarksMs }, delivered))
			: toEventItems(all, settings);
	return { ...stored, items, delivered };
}

/** Bursts of a group repeat each other, and never single events. */
function keyOfBurst({ per, group }: Burst): string {
	return `${per} ${group.key}`;
}

/** An event or a burst, by the log's own time, epoch milliseconds. */
interface Timed {
	readonly createdAtMs: number;
}

/** What is repeated and what is delivered for the first time, oldest first. */
function inOrder<Subject extends Timed>(
	repeated: readonly Subject[],
	delivered: ReadonlyArray<Delivered<Subject>>,
): ReadonlyArray<Delivered<Subject>> {
	const again = repeated.map((subject) => ({ ...NO_MARKS, subject, redelivered: true }));
	return [...again, ...delivered].sort(
		({ subject }, { subject: other }) => subject.createdAtMs - other.createdAtMs,
	);
}

/**
 * Holds back what repeats an alert that was delivered less than `withinMs` before it; nothing for 0.
 * Alerts are decided on in the order in which they come, once each, by the log's times alone: where
 * none comes late the same log gives the same alerts, however polls cut it.
 *
 * @param state what the poll leaves behind: alerts from its floor on may still come
 * @param keyOf alerts with the same key repeat each other
 */
export function suppressRepeats<Subject extends Timed>(
	alerts: readonly Subject[],
	state: TriggerState,
	withinMs: number,
	keyOf: (alert: Subject) => string,
): StoredAlerts & { readonly delivered: ReadonlyArray<Delivered<Subject>> } {
	if (withinMs === 0) {
		return { delivered: alerts.map(unmarked), state: { ...state, alerts: undefined } };
	}
	const known = DeliveredAlerts.decode(state.alerts ?? '') ?? DeliveredAlerts.none();
	const delivered = alerts.flatMap((subject) => {
		const verdict = known.decide(keyOf(subject), subject.createdAtMs, withinMs);
		return verdict === 'heldBack' ? [] : [{ ...NO_MARKS, subject, ...verdict }];
	});
	return { delivered, ...withAlerts(state, known, withinMs) };
}

/** Tells of the gap that the state owes on the first item there is. */
export function tellingGap(alerts: Alerts): Alerts {
	const { gap, ...state } = alerts.state;
	const [first, ...others] = alerts.items;
	if (gap === undefined || first === undefined) return alerts;
	const told = { from: toIsoTime(gap.fromMs), to: toIsoTime(gap.toMs) };
	return { ...alerts, state, items: [{ ...first, json: { ...first.json, gap: told } }, ...others] };
}

/** How many events the digest of a test run is of at most. */
const TEST_DIGEST_EVENTS = 10;

/**
 * The newest of what a poll that found these events would start the workflow with. It says how much
 * more there is, in itself: n8n shows no notes of a trigger.
 *
 * @param events oldest first
 * @param lookedAt how many of the newest events were looked through for them
 * @param hostMs the host's clock, epoch milliseconds
 */
export function toTestItems(
	events: readonly LoggedEvent[],
	settings: AlertSettings,
	lookedAt: number,
	hostMs: number,
): readonly INodeExecutionData[] {
	const { emit } = settings;
	const among = `among the newest ${counted(lookedAt, 'event')} that the service returned`;
	if (emit.kind === 'burst') {
		const bursts = burstsAmong(events, emit.rule);
		const more = bursts.length - 1;
		const items = toBurstItems(bursts.slice(-1).map(unmarked), settings);
		return withNote(items, `More bursts ${among}: ${inDigits(more)}`);
	}
	const isDigest = emit.kind === 'digest';
	const shown = events.slice(isDigest ? -TEST_DIGEST_EVENTS : -1).map(unmarked);
	const items = isDigest
		? toDigestItems(shown, settings, pulseOf({ presentMs: hostMs, newEvents: events }, []))
		: toEventItems(shown, settings);
	const more = events.length - shown.length;
	return withNote(items, `More matches ${among}: ${inDigits(more)}`);
}

function unmarked<Subject>(subject: Subject): Delivered<Subject> {
	return { ...NO_MARKS, subject };
}

/** An event as it came may have a note of its own, which it is shown with when it is delivered. */
function withNote(items: readonly INodeExecutionData[], note: string): INodeExecutionData[] {
	return items.map(({ json }) => ({ json: 'note' in json ? json : { ...json, note } }));
}
