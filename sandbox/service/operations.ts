import type { ServiceResponse } from './responses';
import { Refusal, jsonResponse } from './responses';
import type { ServiceBehaviour } from './behaviour';
import { PIPED_FILTERS, SINGLE_FILTERS, allOf, readMatchers } from './eventFilters';
import type { EventLog, ToText } from './eventLog';
import { feedEventText, listEventText } from './eventText';
import { feedPaging, listPaging } from './paging';
import type { Paging } from './paging';
import { countMatching, selectPage } from './pageSelection';
import type { Query } from './queryValues';
import { readInteger } from './queryValues';
import { tieArranger } from './tieOrder';
import type { Positions } from './timeBounds';
import { overlap, positionsWithin, positionsWithinNs } from './timeBounds';

/** What an operation is asked, and of what. */
interface EventQuestion {
	readonly log: EventLog;
	readonly query: Query;
	readonly behaviour: ServiceBehaviour;
	readonly nowMs: number;
	/** Differs from request to request. */
	readonly requestNumber: number;
}

const CREATED_AT = /"created_at":(-?\d+)/;
const BOUNDS = ['before', 'after'];
const PAGING = ['order', 'skip', 'limit'];
const COUNT_PARAMETERS = new Set([
	...BOUNDS,
	...[...PIPED_FILTERS, ...SINGLE_FILTERS].map(([parameter]) => parameter),
	...['severity', 'start_time', 'end_time'],
]);
const LIST_PARAMETERS = new Set([...COUNT_PARAMETERS, ...PAGING]);
const FEED_PARAMETERS = new Set([...BOUNDS, ...PAGING]);

function refuseUnknown({ query, behaviour }: EventQuestion, known: ReadonlySet<string>): void {
	if (behaviour.unknownParameters === 'ignore') return;
	const unknown = Object.keys(query).find((parameter) => !known.has(parameter));
	if (unknown === undefined) return;
	throw new Refusal(400, `Unknown parameter ${unknown}`);
}

function refuseOldAfter({ query, behaviour, nowMs }: EventQuestion): void {
	const { maxAfterAgeMs } = behaviour;
	if (maxAfterAgeMs === null) return;
	const after = readInteger(query, 'after', behaviour);
	if (after === undefined || Number(after) >= nowMs - maxAfterAgeMs) return;
	throw new Refusal(400, 'after is older than the log is kept');
}

function visibleOnly({ log, nowMs }: EventQuestion) {
	return log.mayHide(nowMs) ? [(position: number) => log.isVisible(position, nowMs)] : [];
}

function filtered(question: EventQuestion) {
	const { log, query, behaviour } = question;
	const bounds = positionsWithin(log, query, behaviour, behaviour.listBounds);
	const within = overlap(bounds, positionsWithinNs(log, query, behaviour));
	const matchers = [...visibleOnly(question), ...readMatchers(log, query, behaviour)];
	return { within, matches: allOf(matchers) };
}

function pageResponse(
	{ log, behaviour }: EventQuestion,
	positions: readonly number[],
	toText: ToText,
): ServiceResponse {
	if (positions.length === 0 && behaviour.emptyData === 'null') {
		return jsonResponse('{"data":null}');
	}
	const written = positions.map((position) => log.textAt(position, toText));
	const texts =
		behaviour.createdAt === 'number'
			? written
			: written.map((text) => text.replace(CREATED_AT, '"created_at":"$1"'));
	return jsonResponse(`{"data":[${texts.join(',')}]}`, texts.length);
}

function selected(
	question: EventQuestion,
	found: { within: Positions; matches: ReturnType<typeof allOf> },
	paging: Paging,
): number[] {
	const { log, behaviour, requestNumber } = question;
	const arrangeTies = tieArranger(behaviour.tieOrder, paging.order, requestNumber);
	return selectPage({ log, ...found, ...paging, arrangeTies });
}

/** GET events (specification 4.1). @throws Refusal */
export function answerList(question: EventQuestion): ServiceResponse {
	refuseUnknown(question, LIST_PARAMETERS);
	refuseOldAfter(question);
	const paging = listPaging(question.query, question.behaviour);
	const positions = selected(question, filtered(question), paging);
	return pageResponse(question, positions, listEventText);
}

/** GET events/count (specification 4.2). @throws Refusal */
export function answerCount(question: EventQuestion): ServiceResponse {
	refuseUnknown(question, COUNT_PARAMETERS);
	refuseOldAfter(question);
	const { within, matches } = filtered(question);
	const known = { from: 0, to: question.log.size - question.behaviour.countLags };
	const cap = question.behaviour.countCap ?? Number.POSITIVE_INFINITY;
	return jsonResponse(`{"data":${Math.min(countMatching(overlap(within, known), matches), cap)}}`);
}

/** GET events/feed (specification 4.3). @throws Refusal */
export function answerFeed(question: EventQuestion): ServiceResponse {
	refuseUnknown(question, FEED_PARAMETERS);
	refuseOldAfter(question);
	const { log, query, behaviour } = question;
	const paging = feedPaging(query, behaviour);
	const within = positionsWithin(log, query, behaviour, 'inclusive');
	const matches = allOf(visibleOnly(question));
	const positions = selected(question, { within, matches }, paging);
	if (paging.turned) positions.reverse();
	return pageResponse(question, positions, feedEventText);
}
