import { type Outcome, mayRefuseQuery, parametersNamedBy } from '../errors/failure';
import type { PageRequest } from './page';

/** So few that a service which refuses them, too, refuses something else. */
const FEW = 10;

/** Page sizes to fall back to when the service refuses a larger one. */
const SMALLER_LIMITS = [1000, 500, 100, 50, FEW];

/** A page request in the terms that this service accepts. */
export type NegotiatedRequest = Omit<PageRequest, 'order'> & Partial<Pick<PageRequest, 'order'>>;

/** Reads a page in the terms that the service accepts; `send` makes one request. */
export type Negotiate = <Page>(
	request: PageRequest,
	send: (request: NegotiatedRequest) => Promise<Outcome<Page>>,
) => Promise<Outcome<Page>>;

/**
 * Gets along with a service whose maximum `limit` is smaller than what is asked, or which knows no such
 * `order`, and remembers what it accepts. Pages may so be shorter than asked, and in another order.
 * Services refuse a `limit` without naming it, too, for the specification has no status for that: then
 * the same request for few events tells.
 */
export function createNegotiation(): Negotiate {
	let maxLimit = Infinity;
	let takesOrder = true;
	return async (request, send) => {
		let fewAreAccepted = false;
		for (;;) {
			const limit = Math.min(request.limit, maxLimit);
			const order = takesOrder ? request.order : undefined;
			const negotiated = { ...request, limit, order };
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
			} else if (named.includes('order') && order !== undefined) {
				takesOrder = false;
			} else {
				return outcome;
			}
		}
	};
}
