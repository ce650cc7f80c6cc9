import { Refusal } from './responses';
import type { ServiceBehaviour } from './behaviour';
import type { Query } from './queryValues';
import { readAmount, readText } from './queryValues';
import type { Order } from './tieOrder';

/** Which page is asked for. */
export interface Paging {
	readonly order: Order;
	readonly skip: number;
	readonly limit: number;
	/** The page is to be turned round once it is picked. */
	readonly turned?: boolean;
}

const DEFAULT_LIMIT = 10;
const DEFAULT_ORDER: Order = 'DESC';

const KNOWN_ORDERS = {
	upperCaseOnly: /^(ASC|DESC)$/,
	lowerCaseOnly: /^(asc|desc)$/,
	anyCase: /^(asc|desc)$/i,
} as const;

/** An order that isn't known is passed over. */
function readOrder(query: Query, known: keyof typeof KNOWN_ORDERS): Order {
	const text = readText(query, 'order') ?? '';
	if (!KNOWN_ORDERS[known].test(text)) return DEFAULT_ORDER;
	return text.toUpperCase() === 'ASC' ? 'ASC' : 'DESC';
}

function readExtent(query: Query, behaviour: ServiceBehaviour, maxLimit: number) {
	const skip = readAmount(query, 'skip', behaviour) ?? 0;
	const limit = readAmount(query, 'limit', behaviour) ?? Math.min(DEFAULT_LIMIT, maxLimit);
	if (limit > maxLimit && behaviour.overMaxLimit === 'refuse') {
		throw new Refusal(400, `limit must not exceed ${maxLimit}`);
	}
	return { skip, limit: Math.min(limit, maxLimit) };
}

/** The page that a list request asks for. @throws Refusal */
export function listPaging(query: Query, behaviour: ServiceBehaviour): Paging {
	const order = readOrder(query, 'upperCaseOnly');
	return { order, ...readExtent(query, behaviour, behaviour.maxLimit) };
}

/** The page that a feed request asks for. @throws Refusal */
export function feedPaging(query: Query, behaviour: ServiceBehaviour): Paging {
	const { feedOrder, maxLimit, feedMaxLimit } = behaviour;
	const extent = readExtent(query, behaviour, feedMaxLimit ?? maxLimit);
	if (feedOrder === 'ignored') return { order: DEFAULT_ORDER, ...extent };
	const cased = feedOrder === 'upperCaseOnly' || feedOrder === 'lowerCaseOnly';
	const order = readOrder(query, cased ? feedOrder : 'anyCase');
	if (feedOrder !== 'sortsPage') return { order, ...extent };
	return { order: DEFAULT_ORDER, ...extent, turned: order !== DEFAULT_ORDER };
}
