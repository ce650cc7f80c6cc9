import fc from 'fast-check';
import {
	type PollRequest,
	pollEvents,
} from '../../../../../nodes/OrgEventLog/trigger/poll/pollEvents';
import {
	type TriggerState,
	isTriggerState,
} from '../../../../../nodes/OrgEventLog/trigger/position/triggerState';
import { anyBehaviour } from '../../../../support/modelArbitraries';
import { type ModelBehaviour, type ModelEvent, createModelLog } from '../../../../support/modelLog';

export const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 500);
export const START_MS = 1_700_000_000_000;
const END_MS = START_MS + 900_000;
const WINDOW_MS = 60_000;

/** Polls of a log, and what else a run of them depends on. */
export interface PollSequence {
	readonly events: readonly ModelEvent[];
	readonly behaviour: ModelBehaviour;
	readonly maxEvents: number;
	readonly pageSize: number;
	/** When polls come, in their order, and how many states back n8n falls before each. */
	readonly polls: ReadonlyArray<{ readonly afterMs: number; readonly back: number }>;
	readonly seed: number;
	/** From when on events are new; `START_MS` unless given. */
	readonly startMs?: number;
	/** How long reading may take; long enough unless given. */
	readonly budgetMs?: number;
}

/** How late an event shows. */
export const onTime = fc.constant(0);
export const lateOrNot = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: WINDOW_MS }));
/** How many states n8n falls back. */
export const none = fc.constant(0);
export const some = fc.integer({ min: 0, max: 3 });

/** All but the events. */
export const anyPolls = (back: fc.Arbitrary<number>) => ({
	behaviour: anyBehaviour(40),
	maxEvents: fc.integer({ min: 1, max: 12 }),
	pageSize: fc.integer({ min: 1, max: 12 }),
	polls: fc.array(fc.record({ afterMs: fc.integer({ min: 0, max: 240_000 }), back }), {
		maxLength: 8,
	}),
	seed: fc.integer(),
});

type Result = Awaited<ReturnType<typeof pollEvents>>;

/**
 * Makes the polls, and more until the log is read to its end.
 *
 * @param deliver what is done with what a poll found; gives the state that n8n stores
 */
export async function playPolls(
	sequence: PollSequence,
	deliver: (result: Result, request: PollRequest) => TriggerState | Promise<TriggerState>,
): Promise<void> {
	const { startMs = START_MS, budgetMs = 300_000, pageSize, maxEvents } = sequence;
	const log = createModelLog(sequence.events, sequence.behaviour, sequence.seed);
	const request: PollRequest = {
		source: { fetchPage: log.fetchPage, pageSize, orderIsReliable: false },
		fetchUnfilteredPage: log.fetchPage,
		sourceName: 'feed',
		logScope: 'log',
		startFrom: () => ({ kind: 'date', startMs }),
		matches: () => true,
		lateEventWindowMs: WINDOW_MS,
		maxEvents,
		readingTimeMs: budgetMs,
		nowMs: () => log.nowMs,
	};
	const states: TriggerState[] = [];
	const pollOnce = async (back = 0): Promise<number> => {
		const result = await pollEvents(request, states[Math.max(0, states.length - 1 - back)]);
		states.push(asStored(await deliver(result, request)));
		return result.newEvents.length;
	};
	log.nowMs = startMs;
	for (const { afterMs, back } of sequence.polls) {
		log.nowMs += afterMs;
		await pollOnce(back);
	}
	log.nowMs = Math.max(log.nowMs, END_MS);
	while ((await pollOnce()) > 0);
}

function asStored(state: TriggerState): TriggerState {
	const stored: unknown = JSON.parse(JSON.stringify(state));
	if (!isTriggerState(stored)) throw new Error('unreadable');
	return stored;
}
