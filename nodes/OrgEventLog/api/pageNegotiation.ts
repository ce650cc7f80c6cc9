import { type Outcome, mayRefuseQuery, parametersNamedBy } from '../errors/failure';
import type { Order, PageRequest } from './page';

/** So few that a service which refuses them, too, refuses something else. */
const FEW = 10;

/** Page sizes to fall back to when the service refuses a larger one. */
const SMALLER_LIMITS = [1000, 500, 100, 50, FEW];

/** `order` as the specification has it for List, in lower case, and left out. */
const ORDER_SPELLINGS: ReadonlyArray<(order: Order) => string | undefined> = [
	(order) => order,
	(order) => order.toLowerCase(),
	() => undefined,
];

/** A page request in the terms that this service accepts. */
export interface NegotiatedRequest extends Omit<PageRequest, 'order'> {
	readonly order?: string;
}

/** Reads a page in the terms that the service accepts; `send` makes one request. */
export type Negotiate = <Page>(
	request: PageRequest,
	send: (request: NegotiatedRequest) => Promise<Outcome<Page>>,
) => Promise<Outcome<Page>>;

/**
 * Gets along with a service whose maximum `limit` is smaller than what is asked, or which knows
 * `order` in another spelling, and remembers what it accepts. Pages may so be shorter than asked.
 * Services refuse a `limit` without naming it, too, for the specification has no status for that: then
 * the same request for few events tells.
 */
export function createNegotiation(): Negotiate {
	let maxLimit = Infinity;
	let spelling = 0;
	return async (request, send) => {
		let fewAreAccepted = false;
		for (;;) {
			const asked = spelling;
			const limit = Math.min(request.limit, maxLimit);
			const negotiated = { ...request, limit, order: ORDER_SPELLINGS[asked]?.(request.order) };
			const outcome = await send(negotiated);
			if ('value' in outcome) return outcome;
			const named = parametersNamedBy(outcome.failure);
			const namesNothing = named.length === 0 && mayRefuseQuery(outcome.failure);
			if (namesNothing && limit > FEW) {
				fewAreAccepted ||= 'value' in (await send({ ...negotiated, limit: FEW }));
			}
			const isAboutLimit = named.includes('limit') || (namesNothing && fewAreAccepted);
			// Other requests may have found out more meanwhile.
			if (isAboutLimit && limit > FEW) {
				const smaller = SMALLER_LIMITS.find((lower) => lower < limit) ?? FEW;
				maxLimit = Math.min(maxLimit, smaller);
			} else if (named.includes('order') && asked + 1 < ORDER_SPELLINGS.length) {
				spelling = Math.max(spelling, asked + 1);
			} else {
				return outcome;
			}
		}
	};
}
