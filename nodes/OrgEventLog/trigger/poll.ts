import type { IDataObject } from 'n8n-workflow';
import type { EventLogFailure } from '../errors/failure';
import { toOutcome } from '../errors/outcome';
import type { TriggerSettings } from '../parameters/parseTriggerSettings';
import { toIsoTime } from '../text/times';
import { isNew } from './cursor/cursor';
import type { Emit } from './emits/emit';
import { toItems } from './emits/emits';
import { findGap } from './findGap';
import { readLookback } from './lookback';
import { type News, toEmptyNews } from './news';
import { haveNoneInCommon, withOrganizations } from './organizations';
import { type PollStart, begin, resume } from './pollStart';
import { readNews } from './readNews';
import { type Batch, type Gap, type PollFacts, toAlert } from './stages/batch';
import { tellGap } from './stages/gap';
import { addHeartbeat } from './stages/heartbeat';
import { rememberDelivery } from './stages/redelivery';
import { suppressRepeats } from './stages/suppression';
import {
	STATE_VERSION,
	type StageMemories,
	type FittedCursor,
	type TriggerState,
	fitCursor,
} from './state';
import type { TriggerLog } from './triggerLog';

/** A poll that also reads a lookback may spend only this share of its reading time on new events. */
const SHARE_BEFORE_LOOKBACK = 0.5;

/** The state says anew that all was read after this time: with hourly polls each time, though each is some seconds early or late. */
const RENEWED_AFTER_MS = 55 * 60 * 1000;

export interface PollRequest {
	readonly log: TriggerLog;
	readonly settings: TriggerSettings;
	readonly emit: Emit;
	/** A scope other than the state's starts the trigger anew. */
	readonly logScope: string;
	readonly readingTimeMs: number;
	readonly host: Pick<PollFacts, 'processId' | 'savesWithExecution'>;
}

export interface PollResult {
	readonly items: readonly IDataObject[];
	readonly state: TriggerState;
	readonly batch: Batch;
	/** Set if the late-event window has more ids than the state holds: late events before this time go unnoticed. */
	readonly lateEventWindowShrunkToMs?: number;
	/** False if more may be waiting for the next poll. */
	readonly isAllRead: boolean;
	/** Set if reading failed after it had come further: the poll delivers what it has. */
	readonly failure?: EventLogFailure;
	/** True if there was no state of this log. */
	readonly isFirstOfLog: boolean;
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
	const { log, settings, emit, host } = request;
	const state = keptState?.service.logScope === request.logScope ? keptState : undefined;
	const start =
		state === undefined
			? await begin(log, settings.startFrom(), settings.lateEventWindowMs)
			: resume(state, settings, host.processId);

	const news = await readFrom(start, request, state);
	// The credential may meanwhile open the log of another organization on the same host.
	const seen = news.organizations;
	const isOtherLog = !news.showsKnown && haveNoneInCommon(state?.service.organizations ?? [], seen);
	if (isOtherLog) return await poll(request, undefined);

	const fitted = fitCursor(news.cursor, settings.suppressRepeatsMs > 0);
	const gap = state && (await findGap(state, news, log));
	const read = await toBatch(start, news, fitted, gap, request);
	const [batch, stages] = await runStages(read, news, request, state?.stages);

	const isAllRead = news.isAllRead && gap !== 'undetermined';
	return {
		...{ batch, isAllRead: news.isAllRead, failure: news.failure },
		...{ isFirstOfLog: state === undefined },
		lateEventWindowShrunkToMs: fitted.lateEventWindowShrunkToMs,
		items: toItems(batch, emit, settings),
		state: { ...toState(news, fitted, isAllRead, request, state), stages },
	};
}

async function readFrom(
	{ startCursor, baseline }: PollStart,
	{ log, settings, readingTimeMs, emit }: PollRequest,
	state: TriggerState | undefined,
): Promise<News> {
	if (baseline !== undefined) return toEmptyNews(baseline);
	const share = emit.grouping === undefined ? 1 : SHARE_BEFORE_LOOKBACK;
	const { lateEventWindowMs, maxEvents } = settings;
	return await readNews(log.served, startCursor, {
		...{ lateEventWindowMs, maxEvents, matches: log.matches, clock: log.clock },
		readingTimeMs: readingTimeMs * share,
		showsNothingKnown: state?.service.showsNothingKnown,
	});
}

async function toBatch(
	{ startCursor, keptCursor }: PollStart,
	{ matching }: News,
	{ floorMs, freeCharacters }: FittedCursor,
	gap: Gap | 'undetermined' | undefined,
	{ log, emit, readingTimeMs, host }: PollRequest,
): Promise<Batch> {
	const { served, matches, clock } = log;
	const alerts = matching.map((event) => toAlert(event, !isNew(keptCursor, event)));
	const isTimeUp = () => clock.elapsedMs >= readingTimeMs;
	const [oldest] = matching;
	const lookback =
		emit.grouping &&
		oldest &&
		(await readLookback(served, {
			...{ startCursor, matches, isTimeUp },
			fromMs: oldest.createdAtMs - emit.grouping.lookbackMs,
		}));
	const facts: PollFacts = {
		...{ ...host, floorMs, freeCharacters, lookback },
		gapFound: gap === 'undetermined' ? undefined : gap,
		presentMs: clock.times.presentMs,
		newEvents: matching.filter((event) => isNew(keptCursor, event)),
		watermarkBeforeMs: keptCursor.watermarkMs,
	};
	return { alerts, facts, warnings: [] };
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
	const [beating, heartbeat] = addHeartbeat(remembered, memories.heartbeat, settings);
	const complete = isAllRead ? await withNewestEvent(beating, log) : beating;
	const [told, gap] = tellGap(complete, memories.gap, settings);
	return [told, { suppression, redelivery, heartbeat, gap }];
}

/** If the newest event can't be read, the heartbeat comes without it. */
async function withNewestEvent(batch: Batch, log: TriggerLog): Promise<Batch> {
	if (batch.heartbeat === undefined) return batch;
	const outcome = await toOutcome(log.readNewest());
	const newest = 'value' in outcome ? outcome.value : undefined;
	const newestEvent = newest && { id: newest.id, createdAt: toIsoTime(newest.createdAtMs) };
	return { ...batch, heartbeat: { ...batch.heartbeat, newestEvent: newestEvent ?? null } };
}

function toState(
	news: News,
	{ floorMs, consumed }: FittedCursor,
	isAllRead: boolean,
	{ log, logScope, settings: { source, startMark } }: PollRequest,
	state: TriggerState | undefined,
): Omit<TriggerState, 'stages'> {
	const { watermarkMs, lateReadToMs } = news.cursor;
	const { completeToMs: keptMs = 0, startMark: begunFrom = startMark } = state?.cursor ?? {};
	const isAllReadAgain = isAllRead && state !== undefined;
	const { earliestMs } = log.clock.times;
	const isRenewalDue =
		isAllReadAgain && earliestMs - Math.max(watermarkMs, keptMs) >= RENEWED_AFTER_MS;
	const completeToMs = isRenewalDue ? earliestMs : keptMs;
	const showsNothing = isAllReadAgain && !news.showsKnown && news.isNothingNew && consumed !== '';
	const known = state?.service.organizations ?? [];
	return {
		version: STATE_VERSION,
		cursor: {
			...{ watermarkMs, floorMs, consumed, completeToMs, startMark: begunFrom },
			...(lateReadToMs !== undefined && { lateReadToMs }),
		},
		service: {
			...{ logScope, source, profile: log.served.profile },
			organizations: withOrganizations(known, news.organizations),
			...(showsNothing && { showsNothingKnown: true }),
		},
	};
}
