import { Refusal } from './responses';
import type { ServiceBehaviour } from './behaviour';

const WINDOW_MS = 1000;

/** Admits so many requests in any one second, and so many at once. */
export class RateLimiter {
	private admittedAtMs: number[] = [];

	/** @throws Refusal with status 429 and `Retry-After` in seconds */
	admit(behaviour: ServiceBehaviour, nowMs: number, inFlight: number): void {
		const { rateLimit, maxInFlight } = behaviour;
		if (maxInFlight !== null && inFlight > maxInFlight) throw tooMany(1);
		if (!rateLimit) return;
		const isRecent = (timeMs: number) => timeMs <= nowMs && timeMs > nowMs - WINDOW_MS;
		this.admittedAtMs = this.admittedAtMs.filter(isRecent);
		const oldestMs = this.admittedAtMs[0] ?? nowMs;
		if (this.admittedAtMs.length >= rateLimit.requestsPerSecond) {
			throw tooMany(Math.max(1, Math.ceil((oldestMs + WINDOW_MS - nowMs) / 1000)));
		}
		this.admittedAtMs.push(nowMs);
	}
}

function tooMany(retryAfterSeconds: number): Refusal {
	return new Refusal(429, 'Too many requests', { 'retry-after': String(retryAfterSeconds) });
}
