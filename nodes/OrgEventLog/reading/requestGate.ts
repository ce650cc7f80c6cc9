import type { EventsPage, FetchPage } from '../api/event';

/**
 * Lets so many requests through at a time. Once the service has asked for fewer requests it lets
 * one through at a time, and those that were turned away meanwhile once more, in their turn.
 */
export class RequestGate {
	private underWay = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(private limit: number) {}

	/** From now on one request at a time. */
	narrow(): void {
		this.limit = 1;
	}

	guard(fetchPage: FetchPage): FetchPage {
		return async (request) => {
			await this.enter();
			const wasNarrow = this.limit === 1;
			const outcome = await settle(fetchPage(request));
			this.leave();
			if ('page' in outcome) return outcome.page;
			if (wasNarrow || !isTurnedAway(outcome.failure)) throw outcome.failure;
			this.narrow();
			return await this.guard(fetchPage)(request);
		};
	}

	private async enter(): Promise<void> {
		while (this.underWay >= this.limit) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		this.underWay += 1;
	}

	private leave(): void {
		this.underWay -= 1;
		this.waiting.shift()?.();
	}
}

type Outcome = { readonly page: EventsPage } | { readonly failure: unknown };

async function settle(page: Promise<EventsPage>): Promise<Outcome> {
	return await page.then(
		(value) => ({ page: value }),
		(failure: unknown) => ({ failure }),
	);
}

/** 429 or 503, after the client's own retries. */
function isTurnedAway(failure: unknown): boolean {
	if (typeof failure !== 'object' || failure === null || !('httpCode' in failure)) return false;
	return [429, 503].includes(Number(failure.httpCode));
}
