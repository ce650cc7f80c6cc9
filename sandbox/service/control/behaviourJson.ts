import type { BodyShape, RequiredScopes, ServiceBehaviour } from '../behaviour';
import { DEFAULT_BEHAVIOUR } from '../behaviour';
import type { Reader, Readers } from './jsonReaders';
import {
	amount,
	anyNumber,
	isObject,
	oneOf,
	orNull,
	readMembers,
	textList,
	yesOrNo,
} from './jsonReaders';

const BODY_SHAPES: readonly BodyShape[] = ['json', 'text', 'html', 'empty'];

const rate: Reader<{ requestsPerSecond: number }> = (value) => {
	const requestsPerSecond = isObject(value) ? amount(value['requestsPerSecond']) : undefined;
	return requestsPerSecond === undefined ? undefined : { requestsPerSecond };
};

const scopes: Reader<RequiredScopes> = (value) => {
	if (!isObject(value)) return undefined;
	const given = readMembers(value, { list: textList, count: textList, feed: textList });
	return { ...DEFAULT_BEHAVIOUR.requiredScopes, ...given };
};

const READERS: Readers<ServiceBehaviour> = {
	maxLimit: amount,
	overMaxLimit: oneOf('cap', 'refuse'),
	feedDefaultLimit: amount,
	feedMaxLimit: orNull(amount),
	feedDefaultOrder: oneOf('ASC', 'DESC'),
	feedOrder: oneOf('honoured', 'ignored', 'upperCaseOnly', 'lowerCaseOnly', 'sortsPage'),
	listOrder: oneOf('upperCaseOnly', 'anyCase'),
	unknownOrder: oneOf('default', 'refuse'),
	listBounds: oneOf('exclusive', 'inclusive'),
	feedBounds: oneOf('inclusive', 'exclusive'),
	nanosecondBounds: oneOf('exclusive', 'inclusive'),
	maxSkip: orNull(amount),
	overMaxSkip: oneOf('refuse', 'empty'),
	countCap: orNull(amount),
	tieOrder: oneOf('insertion', 'reversed', 'mirrored', 'shuffled'),
	loneSubType: oneOf('filters', 'ignored'),
	emptyData: oneOf('array', 'null'),
	invalidQuery: oneOf('refuse', 'ignore'),
	unknownParameters: oneOf('ignore', 'refuse'),
	refusalStatus: amount,
	errorBody: oneOf(...BODY_SHAPES),
	notFoundBody: orNull(oneOf(...BODY_SHAPES)),
	v2: oneOf('absent', 'sameAsV1'),
	accessTokenLifetimeMs: amount,
	tokenExchange: oneOf('works', 'unauthorized', 'serverError', 'html', 'noMessage', 'emptyMessage'),
	requiredScopes: scopes,
	latencyMs: amount,
	skipCostMsPerThousand: amount,
	rateLimit: orNull(rate),
	maxInFlight: orNull(amount),
	dateHeader: yesOrNo,
	clockOffsetMs: anyNumber,
	keepAlive: yesOrNo,
};

/** Switches from JSON that somebody typed. @throws TypeError that names the switch */
export function readBehaviour(json: unknown): Partial<ServiceBehaviour> {
	return readMembers(json, READERS);
}
