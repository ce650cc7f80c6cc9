import type { EventLogClient } from '../api/client';
import { MalformedRecords } from '../reading/malformedRecords';
import { isOutOfReach } from '../errors/failure';
import { toOutcome } from '../errors/outcome';
import type { TimedEvent } from '../events/event';
import { type ReadRequest, readEvents } from './readEvents';
import { askAndCheck, askCount } from './serviceCount';

/** Up to this many events, `readFewOrAskCount` reads them: that takes as few requests as a count, and is exact. */
export const MAX_EVENTS_TO_READ = 100;

export type CountRequest = Omit<ReadRequest, 'source' | 'order' | 'skip' | 'limit'>;

export interface EventCount {
	readonly count: number;
	/** True if the service stopped counting, so that there may be more. */
	readonly isCapped: boolean;
	/** Set if nothing could be read to check the service's number. */
	readonly isUnchecked?: true;
	/** Records that are not counted; missing if the service counted. */
	readonly malformed?: MalformedRecords;
}

/** Counts the matching events of the half-open range by reading every one of them. @throws EventLogFailure */
export async function countByReading(
	client: EventLogClient,
	request: CountRequest,
): Promise<EventCount> {
	const oldestFirst = { ...request, source: 'list', order: 'ASC' } as const;
	const malformed = new MalformedRecords();
	let count = 0;
	for await (const page of readEvents(client, oldestFirst, malformed, ({ id }) => id)) {
		count += page.length;
	}
	return { count, isCapped: false, malformed };
}

/**
 * Counts by asking the service, and checks its number. If one of List and Count is out of reach, the other tells.
 *
 * @throws EventLogFailure
 */
export async function countByService(
	client: EventLogClient,
	request: CountRequest,
): Promise<EventCount> {
	const checkedCount = await toOutcome(readFewOrAskCount(client, request));
	if ('value' in checkedCount) return checkedCount.value ?? (await countByReading(client, request));
	if (!isOutOfReach(checkedCount.failure)) throw checkedCount.failure;
	const uncheckedCount = await toOutcome(askCount(client, request));
	if ('failure' in uncheckedCount) return await countByReading(client, request);
	return { count: uncheckedCount.value, isCapped: false, isUnchecked: true };
}

/**
 * Counts by asking the service, as far as its number can be checked; by reading if there are few events.
 *
 * @returns undefined if Count can't be relied on
 * @throws EventLogFailure if either List or Count can't be used
 */
export async function readFewOrAskCount(
	client: EventLogClient,
	request: CountRequest,
): Promise<EventCount | undefined> {
	const limit = MAX_EVENTS_TO_READ + 1;
	const newestFirst = { ...request, limit, source: 'list', order: 'DESC' } as const;
	const malformed = new MalformedRecords();
	const newest: TimedEvent[] = [];
	for await (const page of readEvents(client, newestFirst, malformed, ({ id }) => id)) {
		newest.push(...page);
	}
	if (newest.length === limit) return await askAndCheck(client, request, newest);
	return { count: newest.length, isCapped: false, malformed };
}
