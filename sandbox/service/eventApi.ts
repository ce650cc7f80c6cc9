import type { AccessTokens } from './accessTokens';
import type { ServiceResponse } from './responses';
import { Refusal, failureResponse } from './responses';
import type { ServiceBehaviour } from './behaviour';
import { readsEvents } from './behaviour';
import type { EventLog } from './eventLog';
import type { EventQuestion } from './operations';
import { answerCount, answerFeed, answerList } from './operations';
import type { RecordedRequest } from './requests';
import { answerTokenExchange, bearerOf } from './tokenExchange';

type EventOperation = 'list' | 'count' | 'feed';

const ANSWERS = {
	list: answerList,
	count: answerCount,
	feed: answerFeed,
} satisfies Record<EventOperation, (question: EventQuestion) => ServiceResponse>;

/** What the API answers from. */
interface EventApi {
	readonly log: EventLog;
	readonly tokens: AccessTokens;
	readonly behaviour: ServiceBehaviour;
	readonly nowMs: number;
	readonly requestNumber: number;
}

function checkRights(api: EventApi, request: RecordedRequest, operation: EventOperation): void {
	const scopes = api.tokens.scopesOf(bearerOf(request.headers));
	if (!scopes) throw new Refusal(401, 'The token is not valid or no longer valid');
	const accepted = api.behaviour.requiredScopes[operation];
	if (scopes.some((scope) => accepted.includes(scope))) return;
	throw new Refusal(403, `This needs the scope ${accepted.join(' or ')}`);
}

function answerChecked(api: EventApi, request: RecordedRequest): ServiceResponse {
	const { operation, headers, path, query } = request;
	const { tokens, behaviour } = api;
	const isAbsent = path.startsWith('/api/v2/') && behaviour.v2 === 'absent';
	if (operation === 'tokenExchange') return answerTokenExchange(tokens, headers, behaviour);
	if (!readsEvents(operation) || isAbsent) throw new Refusal(404, `There is no ${path}`);
	checkRights(api, request, operation);
	return ANSWERS[operation]({ ...api, query });
}

/** The answer to a request, refusals included. */
export function answerRequest(api: EventApi, request: RecordedRequest): ServiceResponse {
	try {
		return answerChecked(api, request);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return failureResponse(api.behaviour, error.status, error.message, error.headers);
	}
}
