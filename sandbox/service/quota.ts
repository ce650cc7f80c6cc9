import type { ServiceResponse } from './responses';
import { failureResponse } from './responses';

/** How many requests a minute may read events, and how a refusal tells when that begins anew. */
export interface Quota {
	readonly perMinute: number;
	readonly header:
		'none' | 'retry-after' | 'ratelimit-reset' | 'x-ratelimit-reset' | 'x-rate-limit-reset';
	/** The time to go, or the time itself in Unix seconds or as HTTP writes dates. */
	readonly reset: 'seconds' | 'epoch' | 'date';
	/** A refusal asks to wait so many seconds longer than the minute lasts; none unless given. */
	readonly extraSeconds?: number;
}

const MINUTE_MS = 60_000;

function resetValue(reset: Quota['reset'], resetMs: number, nowMs: number): string {
	if (reset === 'date') return new Date(resetMs).toUTCString();
	return String(Math.ceil((reset === 'epoch' ? resetMs : resetMs - nowMs) / 1000));
}

/** Counts requests minute by minute, each of which begins with its first request. */
export class QuotaWindow {
	private resetMs = Number.NEGATIVE_INFINITY;
	private used = 0;

	/** Counts a request. Gives the refusal of one too many. */
	refuse(
		{ perMinute, header, reset, extraSeconds = 0 }: Quota,
		nowMs: number,
	): ServiceResponse | undefined {
		if (nowMs >= this.resetMs) {
			this.resetMs = nowMs + MINUTE_MS;
			this.used = 0;
		}
		this.used += 1;
		if (this.used <= perMinute) return undefined;
		const refusal = failureResponse(429, `At most ${perMinute} requests a minute`);
		if (header === 'none') return refusal;
		const resetMs = this.resetMs + extraSeconds * 1000;
		return { ...refusal, headers: { [header]: resetValue(reset, resetMs, nowMs) } };
	}
}
