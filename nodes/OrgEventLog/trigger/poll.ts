import type { IDataObject } from 'n8n-workflow';
import type { EventLogFailure } from '../errors/failure';
import { toOutcome } from '../errors/outcome';
import type { TriggerSettings } from '../parameters/parseTriggerSettings';
import { haveNoneInCommon, withOrganizations } from './organizations';
import type { Emit } from './emits/emit';
import { toItems } from './emits/emits';
import { readLookback } from './lookback';
import { type News, type ReadingRules, toEmptyNews } from './news';
import { type PollStart, begin, resume } from './pollStart';
import { readNews } from './readNews';
import { findGap } from './findGap';
import { type Batch, type Gap, type PollFacts, toAlert } from './stages/batch';
import { createGapStage } from './stages/gap';
import { createHeartbeatStage, isHeartbeatDue } from './stages/heartbeat';
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

export interface PollRequest extends Pick<ReadingRules, 'onProgress'> {
	readonly log: TriggerLog;
	readonly settings: TriggerSettings;
	readonly emit: Emit;
	/** A scope other than the state's starts the trigger anew. */
	readonly logScope: string;
	readonly readingTimeMs: number;
	/** The last poll of this process that read all of the log began then, epoch milliseconds. */
	readonly lastCompleteToMs?: number;
	readonly host: Pick<PollFacts, 'processId' | 'savesWithExecution'>;
}

export interface PollResult {
	readonly items: readonly IDataObject[];
	readonly state: TriggerState;
	readonly batch: Batch;
	/** Set if reading failed after it had come further: the poll delivers what it has. */
	readonly failure?: EventLogFailure;
	/**
	 * The poll began then and read all of the log, so nothing of before is unread, epoch milliseconds; undefined after a
	 * backlog or an undetermined gap.
	 */
	readonly completeToMs?: number;
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
	const { log, settings, host } = request;
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
	const batch = await toBatch(start, news, fitted, request, state?.stages);
	const gap = state && (await findGap(state, news, log, request.lastCompleteToMs));
	const [finalBatch, stages] = await runStages(batch, gap, request, state?.stages);

	const isAllRead = news.backlog === 'none' && gap !== 'undetermined';
	return {
		...{ batch: finalBatch, failure: news.failure, isFirstOfLog: state === undefined },
		items: toItems(finalBatch, request.emit, settings),
		state: { ...toState(news, fitted, isAllRead, request, state), stages },
		completeToMs: isAllRead ? log.clock.times.earliestMs : undefined,
	};
}

async function readFrom(
	{ startCursor, baseline }: PollStart,
	{ log, settings, readingTimeMs, emit, onProgress, ...request }: PollRequest,
	state: TriggerState | undefined,
): Promise<News> {
	if (baseline !== undefined) return toEmptyNews(baseline);
	const share = emit.grouping === undefined ? 1 : SHARE_BEFORE_LOOKBACK;
	const { lateEventWindowMs, maxEvents } = settings;
	return await readNews(log.served, startCursor, {
		...{ lateEventWindowMs, maxEvents, matches: log.matches, clock: log.clock },
		readingTimeMs: readingTimeMs * share,
		showsNothingKnown: state?.service.showsNothingKnown,
		// Events that are not counted yet are nothing to show, so it is worth waiting for those before them.
		...(emit.grouping === undefined && { onProgress }),
		...request,
	});
}

async function toBatch(
	{ startCursor, keptCursor, isRedelivery }: PollStart,
	news: News,
	fitted: FittedCursor,
	{ log, emit, readingTimeMs, host }: PollRequest,
	memories: StageMemories = {},
): Promise<Batch> {
	const alerts = news.matching.map((event) => toAlert(event, isRedelivery(event)));
	const fromMs = emit.grouping?.lookbackFromMs(alerts, memories.burst);
	const isTimeUp = () => log.clock.elapsedMs >= readingTimeMs;
	const lookbackRequest = { startCursor, news, matches: log.matches, isTimeUp };
	const lookback =
		fromMs === undefined
			? undefined
			: await readLookback(log.served, { ...lookbackRequest, fromMs });
	const facts: PollFacts = {
		...{ ...host, ...fitted, lookback, backlog: news.backlog },
		presentMs: log.clock.times.presentMs,
		newEvents: news.matching.filter((event) => !isRedelivery(event)),
		watermarkBeforeMs: keptCursor.watermarkMs,
		watermarkAfterMs: Math.max(keptCursor.watermarkMs, news.cursor.watermarkMs),
	};
	return { alerts, facts, warnings: [] };
}

/** Each stage hands on what it makes of the batch, and remembers what it needs for the next poll. */
async function runStages(
	batch: Batch,
	gapFound: Gap | 'undetermined' | undefined,
	{ log, emit, settings }: PollRequest,
	memories: StageMemories = {},
): Promise<readonly [Batch, StageMemories]> {
	const [grouped, burst] = emit.grouping?.stage(batch, memories.burst, settings) ?? [batch];
	const [decided, suppression] = suppressRepeats(grouped, memories.suppression, settings);
	const [remembered, redelivery] = rememberDelivery(decided, memories.redelivery, settings);
	const isDue = isHeartbeatDue(remembered, memories.heartbeat, settings);
	// If the newest event can't be read, the heartbeat comes without it.
	const newest = isDue && (await toOutcome(log.readNewest(batch.facts.backlog)));
	const heartbeatStage = createHeartbeatStage(
		newest && 'value' in newest ? newest.value : undefined,
	);
	const [withHeartbeat, heartbeat] = heartbeatStage(remembered, memories.heartbeat, settings);
	const gapStage = createGapStage(gapFound === 'undetermined' ? undefined : gapFound);
	const [told, gap] = gapStage(withHeartbeat, memories.gap, settings);
	return [told, { burst, suppression, redelivery, heartbeat, gap }];
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
