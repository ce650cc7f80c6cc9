import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedRequest } from '../../sandbox/service';
import {
	busiestSecond,
	dueWithinMinute,
	latenessOf,
	percentile,
	pollStarts,
	type Arrivals,
} from './polls';
import type { PollTimes } from './options';
import { usageOfGroup } from './usage';

/** What was measured with one number of triggers. */
export interface Measured {
	readonly triggers: number;
	readonly polls: number;
	readonly requestsPerMinute: number;
	/** All that n8n used, divided by the polls. */
	readonly cpuMsPerPoll: number;
	/** Of one core, what all of n8n used. */
	readonly coreShare: number;
	/** Resident memory of n8n at the end. */
	readonly memoryMb: number;
	readonly lateMsMedian: number;
	readonly lateMs99: number;
	readonly lateMsMost: number;
	/** Polls that were due in the same second, in the busiest one. */
	readonly dueAtOnce: number;
	/** Polls that never made a request: fewer than there were minutes. */
	readonly missed: number;
	readonly tokenExchanges: number;
	/** The most exchanges within a few seconds, which are those of one expiry. */
	readonly exchangesAtOnce: number;
	/** Requests that were answered with anything but success or a 401, which renews the token. */
	readonly refused: number;
}

const MINUTE_MS = 60_000;
const MB = 1024 ** 2;
const EXPIRY_MS = 10_000;

function arrivalsOf(requests: readonly RecordedRequest[]): Arrivals {
	const arrivals = new Map<string, number[]>();
	for (const { query, atMs } of requests) {
		const user = query.user_email;
		if (user === undefined) continue;
		const known = arrivals.get(user);
		if (known === undefined) arrivals.set(user, [atMs]);
		else known.push(atMs);
	}
	return arrivals;
}

/** The most that fall into any span of `spanMs`. */
function mostWithin(times: readonly number[], spanMs: number): number {
	let [most, from] = [0, 0];
	times.forEach((at, index) => {
		while (at - (times[from] ?? at) > spanMs) from++;
		most = Math.max(most, index - from + 1);
	});
	return most;
}

/**
 * Watches what n8n uses and what the service is asked, for whole minutes.
 *
 * @param requests of the service, all of them and those still to come
 */
export async function measure(
	triggers: number,
	{ minutes, times }: { readonly minutes: number; readonly times: PollTimes },
	pid: number,
	requests: RecordedRequest[],
	signal: AbortSignal,
): Promise<Measured> {
	requests.length = 0;
	const [before, startedMs] = [usageOfGroup(pid), Date.now()];
	await sleep(minutes * MINUTE_MS, undefined, { signal });
	const [after, spentMs] = [usageOfGroup(pid), Date.now() - startedMs];
	const seen = requests.filter(({ atMs }) => atMs < startedMs + minutes * MINUTE_MS);
	const starts = [...arrivalsOf(seen).values()].map(pollStarts);
	const dueTimes = starts.map((of) => (times === 'fullMinute' ? 0 : dueWithinMinute(of)));
	const lateness = starts.flatMap((of, index) => latenessOf(of, dueTimes[index] ?? 0));
	const polls = lateness.length;
	const cpuMs = after.cpuMs - before.cpuMs;
	const exchanges = seen.filter(({ operation }) => operation === 'tokenExchange');
	const isRefused = ({ status }: RecordedRequest) => status !== 200 && status !== 401;
	return {
		triggers,
		polls,
		requestsPerMinute: (seen.length * MINUTE_MS) / spentMs,
		cpuMsPerPoll: cpuMs / polls,
		coreShare: cpuMs / spentMs,
		memoryMb: after.memoryBytes / MB,
		lateMsMedian: percentile(lateness, 0.5),
		lateMs99: percentile(lateness, 0.99),
		lateMsMost: Math.max(...lateness),
		dueAtOnce: busiestSecond(dueTimes),
		missed: triggers * minutes - polls,
		tokenExchanges: exchanges.length,
		exchangesAtOnce: mostWithin(
			exchanges.map(({ atMs }) => atMs),
			EXPIRY_MS,
		),
		refused: seen.filter(isRefused).length,
	};
}
