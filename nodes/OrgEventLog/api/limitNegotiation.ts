import type { EventsPage, Order, PageRequest } from './event';
import { isEventLogFailure } from './failures';
import { outcomeOf } from './outcome';

/** Page sizes to fall back to when the service refuses a larger one. */
const SMALLER_LIMITS = [1000, 500, 100, 50, 10];

type SpellOrder = (order: Order) => string | undefined;

/** `order` as the specification has it for List, in lower case, and left out. */
const ORDER_SPELLINGS: readonly SpellOrder[] = [
	(order) => order,
	(order) => order.toLowerCase(),
	() => undefined,
];

/** A page request in the words that this service accepts. */
export interface SpelledRequest extends Omit<PageRequest, 'order'> {
	readonly order?: string;
}

function refuses(failure: unknown, parameter: string): boolean {
	return (
		isEventLogFailure(failure) &&
		failure.kind === 'badRequest' &&
		(failure.facts.namedParameters ?? []).includes(parameter)
	);
}

/** Sends a page request in the words it has by now. */
export type SendPage = (request: SpelledRequest) => Promise<EventsPage>;

/**
 * Makes a reader of pages that survives a service whose greatest `limit` is smaller than what is
 * asked, or which knows `order` in another spelling. It goes by what the refusal names, and
 * remembers; a refusal that names neither is final. Pages may so be shorter than asked.
 */
export function createNegotiation(): (request: PageRequest, send: SendPage) => Promise<EventsPage> {
	let greatestLimit = Infinity;
	let spelling = 0;

	const adapt = (failure: unknown, refusedLimit: number): boolean => {
		const smaller = SMALLER_LIMITS.find((limit) => limit < refusedLimit);
		if (refuses(failure, 'limit') && smaller !== undefined) {
			greatestLimit = Math.min(greatestLimit, smaller);
			return true;
		}
		if (!refuses(failure, 'order') || spelling + 1 >= ORDER_SPELLINGS.length) return false;
		spelling++;
		return true;
	};

	return async (request, send) => {
		for (;;) {
			const limit = Math.min(request.limit, greatestLimit);
			const order = ORDER_SPELLINGS[spelling]?.(request.order);
			const outcome = await outcomeOf(() => send({ ...request, limit, order }));
			if ('value' in outcome) return outcome.value;
			if (!adapt(outcome.thrown, limit)) throw outcome.thrown;
		}
	};
}
