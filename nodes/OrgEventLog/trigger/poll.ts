import type { IDataObject } from 'n8n-workflow';
import type { EventLogFailure } from '../errors/failure';
import { toOutcome } from '../errors/outcome';
import type { TriggerSettings } from '../parameters/parseTriggerSettings';
import { MINUTE_MS, toIsoTime } from '../text/times';
import { isNew } from './cursor/cursor';
import type { Emit } from './emits/emit';
import { toItems } from './emits/emits';
import { findGap } from './findGap';
import { readLookback } from './lookback';
import { haveNoneInCommon, joinOrganizations } from './organizations';
import { type PollStart, begin, resume } from './pollStart';
import { type News, readNews } from './readNews';
import { type Batch, type Gap, type PollFacts, toAlert } from './stages/batch';
import { tellGap } from './stages/gap';
import { addHeartbeat } from './stages/heartbeat';
import { rememberDelivery } from './stages/redelivery';
import { suppressRepeats } from './stages/suppression';
import {
	STATE_VERSION,
	type FittedCursor,
	type StageMemories,
	type TriggerState,
	fitCursor,
} from './state';
import type { TriggerLog } from './triggerLog';

/** The state says anew that all was read after this time: with hourly polls each time, though each is some seconds early or late. */
const RENEWED_AFTER_MS = 55 * MINUTE_MS;

export interface PollRequest extends Pick<PollFacts, 'processId'> {
	readonly log: TriggerLog;
	readonly settings: TriggerSettings;
	readonly emit: Emit;
	/** A scope other than the state's starts the trigger anew. */
	readonly logScope: string;
	readonly readingTimeMs: number;
}

export interface PollResult {
	readonly items: readonly IDataObject[];
	readonly state: TriggerState;
	/** For n8n's log. */
	readonly warnings: readonly string[];
	/** False if more may be waiting for the next poll. */
	readonly isAllRead: boolean;
	/** Set if reading failed after it had come further: the poll delivers what it has. */
	readonly failure?: EventLogFailure;
	/** True if the state was of another log, so that the trigger has begun anew. */
	readonly isOtherLog: boolean;
}

/**
 * Polls once: gives the items for the workflow, and the state to keep next. Its requests are its only effect.
 *
 * @throws EventLogFailure if there is nothing to show
 */
export async function poll(
	request: PollRequest,
	keptState: TriggerState | undefined,
): Promise<PollResult> {
	const { log, settings, emit, processId } = request;
	const state = keptState?.service.logScope === request.logScope ? keptState : undefined;
	const start =
		state === undefined
			? await begin(log, settings.startFrom(), settings.lateEventWindowMs)
			: resume(state, settings, processId);

	const news = start.news ?? (await readFrom(start, request, state));
	// The credential may meanwhile open the log of another organization on the same host.
	const known = state?.service.organizations ?? [];
	if (!news.showsKnown && haveNoneInCommon(known, news.organizations))
		return { ...(await poll(request, undefined)), isOtherLog: true };

	const fitted = fitCursor(news.cursor, settings.suppressRepeatsMs > 0);
	const gap = state && (await findGap(state, news, log));
	const batchRead = await toBatch(start, news, fitted, gap, request);
	const [batch, stages] = await runStages(batchRead, news, request, state?.stages);

	const isComplete = news.isAllRead && gap !== 'undetermined';
	return {
		...{ isAllRead: news.isAllRead, failure: news.failure, warnings: batch.warnings },
		isOtherLog: keptState !== undefined && state === undefined,
		items: toItems(batch, emit, settings),
		state: { ...toState(news, fitted, isComplete, request, state), stages },
	};
}

async function readFrom(
	{ startCursor }: PollStart,
	{ log, settings: { lateEventWindowMs, maxEvents }, readingTimeMs }: PollRequest,
	state: TriggerState | undefined,
): Promise<News> {
	const { served, matches, clock } = log;
	const showsNothingKnown = state?.service.showsNothingKnown;
	const rules = { lateEventWindowMs, maxEvents, matches, clock, readingTimeMs, showsNothingKnown };
	return await readNews(served, startCursor, rules);
}

async function toBatch(
	{ startCursor, keptCursor }: PollStart,
	{ matching }: News,
	{ floorMs, freeCharacters, warnings }: FittedCursor,
	gap: Gap | 'undetermined' | undefined,
	{ log, emit, readingTimeMs, processId }: PollRequest,
): Promise<Batch> {
	const alerts = matching.map((event) => toAlert(event, !isNew(keptCursor, event)));
	const oldestNew = alerts.find(({ redelivered }) => !redelivered);
	const { lookbackMs = -Infinity } = emit.grouping ?? {};
	const lookbackFromMs = (matching[0]?.createdAtMs ?? Infinity) - lookbackMs;
	const facts: PollFacts = {
		...{ processId, floorMs, freeCharacters },
		gapFound: gap === 'undetermined' ? undefined : gap,
		lookback: await readLookback(log, startCursor, lookbackFromMs, readingTimeMs),
		presentMs: log.clock.times.presentMs,
		latenessMs: keptCursor.watermarkMs - (oldestNew?.event.createdAtMs ?? Infinity),
	};
	return { alerts, facts, warnings };
}

/** Each stage hands on what it makes of the batch, and remembers what it needs for the next poll. */
async function runStages(
	batch: Batch,
	{ isAllRead }: News,
	{ log, emit, settings }: PollRequest,
	memories: StageMemories = {},
): Promise<readonly [Batch, StageMemories]> {
	const gathered = emit.grouping?.gather(batch) ?? batch;
	const [decided, suppression] = suppressRepeats(gathered, memories.suppression, settings);
	const [remembered, redelivery] = rememberDelivery(decided, memories.redelivery, settings);
	const [withHeartbeat, heartbeat] = addHeartbeat(remembered, memories.heartbeat, settings);
	const complete = isAllRead ? await withNewestEvent(withHeartbeat, log) : withHeartbeat;
	const [withGap, gap] = tellGap(complete, memories.gap, settings);
	return [withGap, { suppression, redelivery, heartbeat, gap }];
}

/** If the newest event can't be read, the heartbeat comes without it. */
async function withNewestEvent(batch: Batch, { readNewest }: TriggerLog): Promise<Batch> {
	if (batch.heartbeat === undefined) return batch;
	const outcome = await toOutcome(readNewest());
	const newest = 'value' in outcome ? outcome.value : undefined;
	const newestEvent = newest && { id: newest.id, createdAt: toIsoTime(newest.createdAtMs) };
	return { ...batch, heartbeat: { ...batch.heartbeat, newestEvent: newestEvent ?? null } };
}

function toState(
	{ cursor, organizations, showsKnown, isNothingNew }: News,
	{ floorMs, consumed }: FittedCursor,
	isComplete: boolean,
	{ log, logScope, settings: { source, startMark } }: PollRequest,
	before: TriggerState | undefined,
): Omit<TriggerState, 'stages'> {
	const { watermarkMs, lateReadToMs } = cursor;
	const { organizations: known = [] } = before?.service ?? {};
	const keptMs = before?.cursor.completeToMs ?? 0;
	const { earliestMs } = log.clock.times;
	const isCompleteAgain = isComplete && before !== undefined;
	const isRenewalDue = earliestMs - Math.max(watermarkMs, keptMs) >= RENEWED_AFTER_MS;
	return {
		version: STATE_VERSION,
		cursor: {
			...{ watermarkMs, floorMs, consumed, lateReadToMs },
			completeToMs: isCompleteAgain && isRenewalDue ? earliestMs : keptMs,
			startMark: before?.cursor.startMark ?? startMark,
		},
		service: {
			...{ logScope, source, profile: log.served.profile },
			organizations: joinOrganizations(known, organizations),
			showsNothingKnown: isCompleteAgain && !showsKnown && isNothingNew && consumed !== '',
		},
	};
}
