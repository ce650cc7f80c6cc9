import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessTokens } from './accessTokens';
import type { ServiceBehaviour } from './behaviour';
import { readsEvents } from './behaviour';
import type { EventLog } from './eventLog';
import type { Fault, FaultPlan } from './faults';
import { faultyResponse } from './faults';
import { answerCount, answerFeed, answerList } from './operations';
import { QuotaWindow } from './quota';
import type { RecordedRequest, RequestObserver } from './requests';
import type { ServiceResponse } from './responses';
import { Refusal, failureResponse, htmlResponse, jsonResponse } from './responses';
import { dropConnection, recordedRequest, sendResponse, sendBroken } from './wire';

/** What the requests of one service share. */
interface ExchangeParts {
	readonly log: EventLog;
	readonly tokens: AccessTokens;
	readonly faults: FaultPlan;
	/** Aborted when the service closes. */
	readonly end: AbortSignal;
	readonly clock: () => number;
	readonly behaviour: () => ServiceBehaviour;
	readonly record: (request: RecordedRequest) => void;
	readonly observer: RequestObserver;
}

const BEARER = /^Bearer (\S+)$/;
const FAILED_EXCHANGES = {
	works: undefined,
	unauthorized: failureResponse(401, 'The refresh token is not valid'),
	serverError: failureResponse(500, 'The token could not be exchanged'),
	html: htmlResponse(200, 'Sign in'),
	noMessage: jsonResponse('{}'),
	emptyMessage: jsonResponse('{"Message":""}'),
};
const ANSWERS = { list: answerList, count: answerCount, feed: answerFeed };

/** The token behind `Authorization: Bearer`. @throws Refusal with status 401 */
function bearerOf({ headers }: RecordedRequest): string {
	const token = BEARER.exec(headers['authorization'] ?? '')?.[1];
	if (token === undefined) throw new Refusal(401, 'A bearer token is required');
	return token;
}

/** Takes requests one by one: records, delays, spoils or answers them. */
export class Exchange {
	private requestNumber = 0;
	private readonly quotaWindow = new QuotaWindow();

	constructor(private readonly parts: ExchangeParts) {}

	/** Handles one request of the API from its arrival to its answer. */
	readonly handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
		const { clock, record, faults, observer } = this.parts;
		const recorded = recordedRequest(request, clock());
		record(recorded);
		reply.raw.once('finish', () => observer.onResponse?.(recorded));
		observer.onRequest?.(recorded);
		await this.answer(recorded, reply, faults.take(recorded) ?? {});
		return reply;
	};

	private async answer(request: RecordedRequest, reply: FastifyReply, fault: Fault) {
		const behaviour = this.parts.behaviour();
		const number = this.requestNumber++;
		await this.pause(behaviour.latencyMs + (fault.delayMs ?? 0));
		if (fault.drop) return dropConnection(reply);
		if (fault.hang) return void reply.hijack();
		const answer = faultyResponse(fault, request, () => this.real(request, behaviour, number));
		const nowMs = this.parts.clock();
		request.status = answer.status;
		request.events = answer.events ?? 0;
		if (fault.dropAfterBytes === undefined) return sendResponse(reply, answer, behaviour, nowMs);
		sendBroken(reply, answer, behaviour, nowMs, fault.dropAfterBytes);
	}

	private async pause(ms: number): Promise<void> {
		const { end } = this.parts;
		if (ms > 0) await sleep(ms, undefined, { signal: end }).catch(() => undefined);
	}

	/** What a service without a fault answers, refusals included. */
	private real(
		request: RecordedRequest,
		behaviour: ServiceBehaviour,
		requestNumber: number,
	): ServiceResponse {
		const { operation, path, query } = request;
		const isAbsent = path.startsWith('/api/v2/') && behaviour.v2 === 'absent';
		try {
			if (operation === 'tokenExchange') return this.exchangeToken(request, behaviour);
			if (!readsEvents(operation) || isAbsent) throw new Refusal(404, `There is no ${path}`);
			this.checkRights(bearerOf(request), behaviour.requiredScopes[operation]);
			const { log, clock } = this.parts;
			const nowMs = clock();
			const tooMany = behaviour.quota && this.quotaWindow.refuse(behaviour.quota, nowMs);
			if (tooMany) return tooMany;
			return ANSWERS[operation]({ log, query, behaviour, nowMs, requestNumber });
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			return failureResponse(error.status, error.message);
		}
	}

	private checkRights(bearer: string, accepted: readonly string[]): void {
		const scopes = this.parts.tokens.scopesOf(bearer);
		if (!scopes) throw new Refusal(401, 'The token is not valid or no longer valid');
		if (scopes.some((scope) => accepted.includes(scope))) return;
		throw new Refusal(403, `This needs the scope ${accepted.join(' or ')}`);
	}

	/** POST refresh_token (specification 5.1). @throws Refusal */
	private exchangeToken(request: RecordedRequest, behaviour: ServiceBehaviour): ServiceResponse {
		const { tokens } = this.parts;
		const bearer = bearerOf(request);
		const failure = FAILED_EXCHANGES[behaviour.tokenExchange];
		if (failure) return failure;
		const token = tokens.issue(bearer, behaviour.accessTokenLifetimeMs);
		if (token === undefined) throw new Refusal(401, 'The refresh token is not valid');
		if (behaviour.acceptedTokens === 'newest') tokens.expireAllBut(token, bearer);
		return jsonResponse(JSON.stringify({ Message: token }));
	}
}
