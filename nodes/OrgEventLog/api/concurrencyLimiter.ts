import type { Outcome } from '../errors/failure';
import { FAILURE_KINDS } from '../errors/failureKinds';

/**
 * Limits how many requests are in flight. Once the service asks for fewer, the limit is one for good,
 * and each request that was turned away beside others is made once more, alone.
 */
export class ConcurrencyLimiter {
	private inFlight = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(private limit: number) {}

	/** @param work one request with its retries; it must call `observe` after each attempt */
	async run<Value>(work: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
		await this.enter();
		let hadOthers = this.inFlight > 1;
		const outcome = await work().finally(() => {
			// Before the next one is let in: that one was not beside this, and if it counted, requests
			// that are turned away one after another would be made again for ever.
			hadOthers ||= this.inFlight > 1;
			this.leave();
		});
		if (!hadOthers || !asksForFewerRequests(outcome)) return outcome;
		this.observe(outcome);
		return await this.run(work);
	}

	/** Looks at a response as soon as it is here, so that no further request goes out beside it. */
	observe(outcome: Outcome<unknown>): void {
		if (asksForFewerRequests(outcome)) this.limit = 1;
	}

	private async enter(): Promise<void> {
		while (this.inFlight >= this.limit) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		this.inFlight += 1;
	}

	private leave(): void {
		this.inFlight -= 1;
		this.waiting.shift()?.();
	}
}

/** Status 429 or 503. */
function asksForFewerRequests(outcome: Outcome<unknown>): boolean {
	return 'failure' in outcome && FAILURE_KINDS[outcome.failure.kind].asksForFewerRequests === true;
}
