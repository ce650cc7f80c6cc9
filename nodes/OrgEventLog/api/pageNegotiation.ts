import {
	type EventLogFailure,
	type Outcome,
	mayRefuseQuery,
	parametersNamedBy,
} from '../errors/failure';
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

/** What the service has been found to accept. */
export interface AcceptedTerms {
	/** The maximum `limit` that it has not refused. */
	readonly maxLimit: number;
	/** Which of the spellings of `order`, from the one that is documented to none at all. */
	readonly orderSpelling: number;
}

export const DOCUMENTED_TERMS: AcceptedTerms = { maxLimit: Infinity, orderSpelling: 0 };

/** A page request in the terms that this service accepts. */
export interface NegotiatedRequest extends Omit<PageRequest, 'order'> {
	readonly order?: string;
}

/** The request in these terms. */
export function inTerms(terms: AcceptedTerms, request: PageRequest): NegotiatedRequest {
	const limit = Math.min(request.limit, terms.maxLimit);
	return { ...request, limit, order: ORDER_SPELLINGS[terms.orderSpelling]?.(request.order) };
}

/**
 * The terms to ask in after a refusal, or undefined where it is final: it names neither `limit` nor
 * `order`, or there is nothing left to concede. Another request may have conceded more meanwhile.
 *
 * @param known the terms known by now
 * @param refused the terms in which the refused request was made, and its limit
 */
export function concede(
	known: AcceptedTerms,
	refused: AcceptedTerms & { readonly limit: number },
	failure: EventLogFailure,
): AcceptedTerms | undefined {
	if (names(failure, 'limit') && refused.limit > FEW) return withSmallerLimit(known, refused.limit);
	const orderSpelling = refused.orderSpelling + 1;
	if (!names(failure, 'order') || orderSpelling >= ORDER_SPELLINGS.length) return undefined;
	return { ...known, orderSpelling: Math.max(known.orderSpelling, orderSpelling) };
}

function withSmallerLimit(known: AcceptedTerms, refusedLimit: number): AcceptedTerms {
	const smaller = SMALLER_LIMITS.find((limit) => limit < refusedLimit) ?? FEW;
	return { ...known, maxLimit: Math.min(known.maxLimit, smaller) };
}

/** Services refuse a `limit` without naming it, too: the specification has no status for that. */
function mayBeAboutLimit(failure: EventLogFailure, limit: number): boolean {
	const namesNothing = parametersNamedBy(failure).length === 0;
	return limit > FEW && namesNothing && mayRefuseQuery(failure);
}

function names(failure: EventLogFailure, parameter: string): boolean {
	return parametersNamedBy(failure).includes(parameter);
}

/** Reads a page in the terms that the service accepts; `send` makes one request. */
export type Negotiate = <Page>(
	request: PageRequest,
	send: (request: NegotiatedRequest) => Promise<Outcome<Page>>,
) => Promise<Outcome<Page>>;

/**
 * Gets along with a service whose maximum `limit` is smaller than what is asked, or which knows
 * `order` in another spelling, and remembers what it accepts. Pages may so be shorter than asked.
 * Whether a refusal that names nothing is about the limit, the same request for few events tells.
 */
export function createNegotiation(): Negotiate {
	let known = DOCUMENTED_TERMS;
	return async (request, send) => {
		let fewAreAccepted = false;
		for (;;) {
			const terms = known;
			const negotiated = inTerms(terms, request);
			const outcome = await send(negotiated);
			if ('value' in outcome) return outcome;
			const conceded = concede(known, { ...terms, limit: negotiated.limit }, outcome.failure);
			if (conceded !== undefined) {
				known = conceded;
				continue;
			}
			if (!mayBeAboutLimit(outcome.failure, negotiated.limit)) return outcome;
			fewAreAccepted ||= 'value' in (await send({ ...negotiated, limit: FEW }));
			if (!fewAreAccepted) return outcome;
			known = withSmallerLimit(known, negotiated.limit);
		}
	};
}
