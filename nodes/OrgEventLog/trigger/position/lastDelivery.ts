import type { LoggedEvent } from '../../events/event';
import { ConsumedEvents } from './consumedEvents';
import { NOTHING_OWED, type Owed, isNew } from './cursor';
import { type LastDelivery, type TriggerState, cursorOf, lengthLeft } from './triggerState';

/** Enough for any number of mains; more come only of an n8n that keeps crashing. */
const MAX_PROCESSES = 8;

/** What becomes of a delivery that n8n may have been killed over. */
export interface RestartRules {
	/** This process of n8n. */
	readonly processId: string;
	/** Whether a delivery to another process is repeated. */
	readonly repeatsLast: boolean;
	/** Whether n8n saves the state together with the execution, so that none is ever in doubt. */
	readonly savesWithExecution: boolean;
}

/**
 * Which part of the last delivery this process has to repeat: all of it if it was delivered only to
 * other processes, or the rest if this process has begun to repeat it. A process that got the delivery
 * and still lives repeats nothing.
 */
export function owedIn(
	state: TriggerState | undefined,
	{ repeatsLast, processId }: Pick<RestartRules, 'repeatsLast' | 'processId'>,
): Owed {
	if (!repeatsLast || state?.handOver === undefined) return NOTHING_OWED;
	const { handOver } = state;
	const { processes, repeatedToMs = Infinity } = handOver;
	const isNewest = processes[processes.length - 1] === processId;
	const restMs = isNewest ? repeatedToMs : Infinity;
	const fromMs = processes.includes(processId) ? restMs : handOver.fromMs;
	if (fromMs === Infinity) return NOTHING_OWED;
	const cursor = cursorOf(state);
	const ids = idsOf(handOver);
	const { idsFromMs } = handOver;
	return {
		fromMs,
		endMs: Math.max(idsFromMs, ids.newestMs() + 1),
		has: (event) => {
			if (event.createdAtMs < fromMs) return false;
			return event.createdAtMs >= idsFromMs ? ids.has(event) : !isNew(cursor, event);
		},
	};
}

function idsOf(last: LastDelivery | undefined): ConsumedEvents {
	return ConsumedEvents.decode(last?.ids ?? '') ?? ConsumedEvents.none();
}

/** What a poll found. */
export interface Found {
	/** What is delivered once more, oldest first. */
	readonly repeated: readonly LoggedEvent[];
	/** From when on more is owed; undefined where all of it is repeated. */
	readonly owedFromMs: number | undefined;
	/** What is delivered for the first time: events, or the moments of bursts. */
	readonly delivered: readonly LoggedEvent[];
}

/**
 * The state that a poll leaves, which remembers what is delivered with it until something else is. Where
 * not all of its ids fit, everything that was consumed is taken to be of it in their place.
 *
 * @param state as it is with the delivery that was remembered before
 * @param owed what of that delivery was to be repeated
 */
export function remembering(
	state: TriggerState,
	found: Found,
	owed: Owed,
	rules: RestartRules,
): TriggerState {
	const { handOver, ...bare } = state;
	if (!rules.repeatsLast) return bare;
	const last = handOver && stillInDoubt(handOver, found, owed, rules);
	const delivered = rules.savesWithExecution ? [] : found.delivered;
	if (last === undefined && delivered.length === 0) return bare;
	const timesMs = delivered.map(({ createdAtMs }) => createdAtMs);
	const fromMs = timesMs.reduce((one, other) => Math.min(one, other), last?.fromMs ?? Infinity);
	const ids = idsOf(last).with(delivered, fromMs);
	const { encoded, completeFromMs } = ids.encode(lengthLeft(bare));
	return {
		...bare,
		handOver: {
			processes: delivered.length > 0 ? [rules.processId] : (last?.processes ?? []),
			...{ fromMs, ids: encoded, idsFromMs: Math.max(last?.idsFromMs ?? 0, completeFromMs) },
			...(last?.repeatedToMs !== undefined && { repeatedToMs: last.repeatedToMs }),
		},
	};
}

/** The former delivery, as far as it stays in doubt, with whom it was delivered to by now. */
function stillInDoubt(
	last: LastDelivery,
	{ delivered, repeated, owedFromMs }: Found,
	owed: Owed,
	{ processId, savesWithExecution }: RestartRules,
): LastDelivery | undefined {
	if (savesWithExecution) {
		// Of what is repeated by now nothing is in doubt any more.
		if (owedFromMs === undefined) return undefined;
		return { ...last, fromMs: owedFromMs, repeatedToMs: undefined };
	}
	if (owed === NOTHING_OWED) return delivered.length > 0 ? undefined : last;
	// Nothing of it is left in the log.
	if (owedFromMs === undefined && repeated.length === 0) return undefined;
	const processes = [...last.processes.filter((id) => id !== processId), processId];
	return { ...last, processes: processes.slice(-MAX_PROCESSES), repeatedToMs: owedFromMs };
}
