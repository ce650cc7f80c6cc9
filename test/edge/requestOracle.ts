import { type Dict, dict } from './documentedFields';
import { DEFAULT_LIMIT, instantsOf } from './servedLog';
import type { LoggedRequest, Service } from './service';

/**
 * An instant as wide as a page and the deepest skip together can't be proven, and is refused by name. With bounds that
 * may be inclusive those of the milliseconds beside it are in the way, too; and malformed records among events whose
 * order changes.
 */
export function hasUnreadableInstant({ all, hasMalformed, knobs }: Service): boolean {
	const { maxSkip, ties } = knobs;
	const reach = ties === 'shuffled' && hasMalformed ? Math.min(maxSkip, DEFAULT_LIMIT) : maxSkip;
	return all.some((event, index) => {
		const last = all[index + reach - 1];
		return last !== undefined && last.createdAtMs <= event.createdAtMs + 2;
	});
}

/**
 * With so few requests a minute it can't be learned how a feed sorts that has nothing but one millisecond, and one that is
 * newest first is not read far enough back for late events (docs/delivery.md).
 */
const FEW_REQUESTS = 3;
/** Nor can it be learned with so many where a malformed record is the newest or the oldest (docs/delivery.md). */
const FEW_BESIDE_MALFORMED = 4;

/** Tells whether the late-event window is not always read. */
export function hasNoTimeForLate({ knobs }: Service, { options }: Dict): boolean {
	const { feedOrder, feedDefaultOrder, quota = { requests: Infinity } } = knobs;
	const takesNoCapitals = feedOrder === 'ignored' || feedOrder === 'lowerCaseOnly';
	const isNewestFirst = takesNoCapitals && feedDefaultOrder === 'DESC';
	return isNewestFirst && dict(options).source !== 'list' && quota.requests <= FEW_REQUESTS;
}

/** A poll reads a millisecond that fills pages whole, or fails: its quota has to last for that (docs/delivery.md). */
export function exceedsQuota({ all, knobs }: Service, { options }: Dict): boolean {
	const { listMaxLimit, feedMaxLimit, quota = { requests: Infinity } } = knobs;
	const instants = instantsOf(all);
	const isOfOneInstant = all.length >= DEFAULT_LIMIT && instants.length === 1;
	if (isOfOneInstant && quota.requests <= FEW_REQUESTS) return true;
	const outermost = [instants[0], instants.at(-1)].flatMap((instant = []) => instant);
	const isMalformedAtAnEnd = outermost.some(({ saysForTime }) => saysForTime !== undefined);
	const isFeed = dict(options).source !== 'list';
	if (isFeed && isMalformedAtAnEnd && quota.requests <= FEW_BESIDE_MALFORMED) return true;
	const page = Math.min(listMaxLimit, feedMaxLimit, Number(dict(options).pageSize ?? 1000));
	const widest = Math.max(0, ...instants.map(({ length }) => length));
	const requests = widest < page ? 0 : REQUESTS_BESIDE + widest / (page - 1);
	return requests > quota.requests;
}

interface Requests {
	readonly service: Service;
	readonly parameters: Dict;
	/** So many ranges were read, one after the other. */
	readonly reads: number;
	readonly given: readonly LoggedRequest[];
}

/** The fault of the requests that a run or a poll has made. */
export function judgeRequests({ service, reads, given }: Requests): string | undefined {
	const repeated = given.find((request, index) => {
		const before = given[index - 1];
		// An empty answer may be wrong, and one that failed is asked for again.
		const isRepeated = before?.text === request.text && (before.entries ?? 0) > 0;
		return isRepeated && !mayBeginRead(request, given.slice(index));
	});
	const isCertain = reads === 1 && service.knobs.ties !== 'shuffled';
	if (repeated !== undefined && isCertain) return `asks twice in a row for ${repeated.text}`;
	return undefined;
}

/** The fault of a run that makes more requests than its events can need. Polls have budgets of their own. */
export function judgeNumber({ service, parameters, reads, given }: Requests): string | undefined {
	const answered = given.filter(({ entries }) => entries !== undefined).length;
	const most = reads * mostRequests(service, parameters);
	return answered > most ? `${answered} requests, where ${most} are plenty` : undefined;
}

const OLDEST = JSON.stringify(['events', { order: 'ASC', skip: '0', limit: '10' }]);

/**
 * The range, the log's oldest event and the newest ones, which are looked at last where nothing was found, are read apart:
 * each may begin with the request that the one before it ended with.
 */
function mayBeginRead({ text }: LoggedRequest, rest: readonly LoggedRequest[]): boolean {
	const isNewest = text.startsWith('["events",{"order":"DESC","skip":"0"');
	return text === OLDEST || (isNewest && rest.every((request) => request.text === text));
}

/** One request leads to the instant, one brings its first page, one proves its end. */
const REQUESTS_BESIDE = 3;
/** Far between two events, windows are widened and halved until they meet, over again from each width of a crowd. */
const FAR_MS = 3_600_000;
const REQUESTS_TO_MEET = 500;
const PLENTY = 30;

/** A generous bound for one read: events by the page length less the widest instant, windows, and constants. */
export function mostRequests({ all, knobs }: Service, { options }: Dict): number {
	const { listMaxLimit, feedMaxLimit, ties } = knobs;
	const page = Math.min(listMaxLimit, feedMaxLimit, Number(dict(options).pageSize ?? 1000));
	const instants = instantsOf(all).map(({ length }) => length);
	const widest = Math.max(0, ...instants);
	const pages = all.length / Math.max(page - widest, page / 4);
	// An instant that fills pages is read in more than one round.
	const rounds = ties === 'shuffled' ? 4 + Math.log(1 + widest) : 2;
	const wide = instants.filter((length) => length * 2 >= page);
	const ofWide = wide.reduce((sum, length) => sum + rounds * (2 + length / page), 0);
	const gaps = all.filter(
		({ createdAtMs }, index) => createdAtMs - (all[index - 1]?.createdAtMs ?? 0) > FAR_MS,
	).length;
	return Math.ceil(PLENTY + 4 * pages + ofWide + REQUESTS_TO_MEET * gaps);
}
