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

const LIST_DEFAULT_LIMIT = 10;
const LIST_DEFAULT_ORDER: Order = 'DESC';

const KNOWN_ORDERS = {
	upperCaseOnly: /^(ASC|DESC)$/,
	lowerCaseOnly: /^(asc|desc)$/,
	anyCase: /^(asc|desc)$/i,
} as const;

function readOrder(
	query: Query,
	behaviour: ServiceBehaviour,
	known: keyof typeof KNOWN_ORDERS,
	byDefault: Order,
): Order {
	const text = readText(query, 'order');
	if (text === undefined) return byDefault;
	if (KNOWN_ORDERS[known].test(text)) return text.toUpperCase() === 'ASC' ? 'ASC' : 'DESC';
	if (behaviour.unknownOrder === 'default') return byDefault;
	throw new Refusal(400, `order must not be ${text}`);
}

function readExtent(
	query: Query,
	behaviour: ServiceBehaviour,
	limits: { byDefault: number; greatest: number },
): { skip: number; limit: number } {
	const skip = readAmount(query, 'skip', behaviour) ?? 0;
	const asked = readAmount(query, 'limit', behaviour);
	const limit = Math.min(asked ?? limits.byDefault, limits.greatest);
	if (asked !== undefined && asked > limits.greatest && behaviour.overMaxLimit === 'refuse') {
		throw new Refusal(400, `limit must not exceed ${limits.greatest}`);
	}
	if (behaviour.maxSkip === null || skip <= behaviour.maxSkip) return { skip, limit };
	if (behaviour.overMaxSkip === 'empty') return { skip, limit: 0 };
	throw new Refusal(400, `skip must not exceed ${behaviour.maxSkip}`);
}

/** The page that a list request asks for. @throws Refusal */
export function listPaging(query: Query, behaviour: ServiceBehaviour): Paging {
	const limits = { byDefault: LIST_DEFAULT_LIMIT, greatest: behaviour.maxLimit };
	const order = readOrder(query, behaviour, 'upperCaseOnly', LIST_DEFAULT_ORDER);
	return { order, ...readExtent(query, behaviour, limits) };
}

/** The page that a feed request asks for. @throws Refusal */
export function feedPaging(query: Query, behaviour: ServiceBehaviour): Paging {
	const { feedOrder, feedDefaultOrder, feedDefaultLimit, maxLimit, feedMaxLimit } = behaviour;
	const extent = readExtent(query, behaviour, {
		byDefault: feedDefaultLimit,
		greatest: feedMaxLimit ?? maxLimit,
	});
	if (feedOrder === 'ignored') return { order: feedDefaultOrder, ...extent };
	const cased = feedOrder === 'upperCaseOnly' || feedOrder === 'lowerCaseOnly';
	const asked = readOrder(query, behaviour, cased ? feedOrder : 'anyCase', feedDefaultOrder);
	if (feedOrder !== 'sortsPage') return { order: asked, ...extent };
	return { order: feedDefaultOrder, ...extent, turned: asked !== feedDefaultOrder };
}
