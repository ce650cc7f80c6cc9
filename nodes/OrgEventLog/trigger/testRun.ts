import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import type { EventLogClient } from '../api/client';
import { EventLogFailure, isEventLogFailure } from '../errors/failure';
import type { TriggerSettings } from '../parameters/parseTriggerSettings';
import { readBackUntil } from '../reading/readLog';
import { explainNothingFound } from '../recentLog/nothingFound';
import { pluralize, formatCount } from '../text/sentences';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../text/times';
import type { Emit } from './emits/emit';
import { toItems } from './emits/emitTable';
import type { PollInput } from './poll';
import { type Alert, toAlert } from './stages/alert';
import { suppressRepeats } from './stages/suppression';
import { type PolledLog, openLog } from './polledLog';

const MAX_EVENTS_LOOKED_AT = 20_000;

/** Gives the newest items that would start the workflow, with a note. @throws EventLogFailure if there is none */
export async function runTest(
	client: EventLogClient,
	{ settings, emit, maxReadingMs }: Pick<PollInput, 'settings' | 'emit' | 'maxReadingMs'>,
): Promise<readonly IDataObject[]> {
	const log = openLog(client, settings, undefined);
	const { found, fromMs } = await readRecentAlerts(log, emit, maxReadingMs);
	const gathered = emit.grouping?.gather(found, []) ?? found;
	const alerts = emit.chooseForTest(gathered);
	if (alerts.length > 0) {
		const items = toItems({ alerts }, emit, settings);
		const noLimits = { floorMs: -Infinity, freeCharacters: Infinity };
		const [delivered] = suppressRepeats(gathered, undefined, settings, noLimits);
		const note = describeStarts(delivered, fromMs, emit, settings);
		// The note comes first: after a burst's events, or all columns of a table, nobody would see it.
		return items.map((json) => ({ note, ...json }));
	}
	if (found.length > 0) throw new EventLogFailure('noBurstToShow', {});
	const explanation = await explainNothingFound(client, { ...settings, range: {} });
	throw new EventLogFailure('nothingToShow', { explanation });
}

/** Reads back to a page with something to show; gives what matches, oldest first. @throws EventLogFailure */
async function readRecentAlerts(
	{ sourceLog, matches, getElapsedMs, getPresentMs }: PolledLog,
	emit: Emit,
	maxReadingMs: number,
) {
	const newestFirst: Alert[] = [];
	let [lookedAt, fromMs] = [0, getPresentMs()];
	const end = await readBackUntil(sourceLog, {}, (page) => {
		for (const event of page) if (matches(event)) newestFirst.push(toAlert(event));
		lookedAt += page.length;
		fromMs = page[page.length - 1]?.createdAtMs ?? fromMs;
		// A burst shows only when all of it has been counted.
		const isFound = newestFirst.length > 0 && emit.grouping === undefined;
		return isFound || lookedAt >= MAX_EVENTS_LOOKED_AT || getElapsedMs() >= maxReadingMs;
	});
	if (isEventLogFailure(end) && newestFirst.length === 0) throw end;
	return { found: newestFirst.reverse(), fromMs };
}

/**
 * Says how often the workflow would have started, polled once a minute, and how many items it would have got at most
 * in an hour and in a day: so people see whether it would be too often.
 */
function describeStarts(
	alerts: readonly Alert[],
	fromMs: number,
	{ hasOneItem }: Emit,
	{ wording: { timezone } }: Pick<TriggerSettings, 'wording'>,
): string {
	const timesMs = alerts.map(({ event }) => event.createdAtMs);
	const pollTimesMs = [
		...new Set(timesMs.map((timeMs) => Math.floor(timeMs / MINUTE_MS) * MINUTE_MS)),
	];
	const itemTimesMs = hasOneItem === true ? pollTimesMs : timesMs;
	const since = DateTime.fromMillis(fromMs, { zone: timezone }).toFormat('yyyy-MM-dd HH:mm');
	const [inHour, inDay] = [HOUR_MS, DAY_MS].map((spanMs) =>
		formatCount(countMostWithin(itemTimesMs, spanMs)),
	);
	return `Polled every minute, these settings would have started the workflow ${pluralize(pollTimesMs.length, 'time')} since ${since} (${timezone}), with ${pluralize(itemTimesMs.length, 'item')}: at most ${inHour} in one hour and ${inDay} in one day`;
}

/** @param timesMs in ascending order */
function countMostWithin(timesMs: readonly number[], spanMs: number): number {
	let [most, first] = [0, 0];
	for (const [index, timeMs] of timesMs.entries()) {
		while ((timesMs[first] ?? timeMs) <= timeMs - spanMs) first += 1;
		most = Math.max(most, index + 1 - first);
	}
	return most;
}
