import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessTokens } from './accessTokens';
import type { ServiceResponse } from './responses';
import { Refusal, failureResponse } from './responses';
import type { ServiceBehaviour } from './behaviour';
import { answerRequest } from './eventApi';
import type { EventLog } from './eventLog';
import { faultyResponse } from './faultResponses';
import type { Fault, FaultPlan } from './faults';
import type { Pauses } from './pauses';
import { RateLimiter } from './rateLimit';
import type { RecordedRequest, RequestObserver } from './requests';
import { dropConnection, recordedRequest, sendResponse, sendBroken } from './wire';

/** What the requests of one service share. */
interface ExchangeParts {
	readonly log: EventLog;
	readonly tokens: AccessTokens;
	readonly faults: FaultPlan;
	readonly pauses: Pauses;
	readonly clock: () => number;
	readonly behaviour: () => ServiceBehaviour;
	readonly record: (request: RecordedRequest) => void;
	readonly observer: RequestObserver;
}

function skipCostMs(request: RecordedRequest, behaviour: ServiceBehaviour): number {
	const skipped = Number(request.query['skip'] ?? 0);
	return Number.isFinite(skipped) ? (skipped / 1000) * behaviour.skipCostMsPerThousand : 0;
}

/** Takes requests one by one: records, delays, spoils or answers them. */
export class Exchange {
	private readonly limiter = new RateLimiter();
	private requestNumber = 0;
	private inFlight = 0;

	constructor(private readonly parts: ExchangeParts) {}

	/** Handles one request of the API from its arrival to its answer. */
	readonly handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
		const { clock, record, faults, observer } = this.parts;
		const recorded = recordedRequest(request, clock());
		record(recorded);
		reply.raw.once('finish', () => observer.onResponse?.(recorded));
		observer.onRequest?.(recorded);
		this.inFlight++;
		try {
			await this.answer(recorded, reply, faults.take(recorded) ?? {});
		} finally {
			this.inFlight--;
		}
		return reply;
	};

	private async answer(request: RecordedRequest, reply: FastifyReply, fault: Fault) {
		const behaviour = this.parts.behaviour();
		const number = this.requestNumber++;
		const limited = this.limited(behaviour);
		await this.parts.pauses.wait(
			behaviour.latencyMs + skipCostMs(request, behaviour) + (fault.delayMs ?? 0),
		);
		if (fault.drop) return dropConnection(reply);
		if (fault.hang) return void reply.hijack();
		const real = () => limited ?? this.realResponse(request, behaviour, number);
		const answer = faultyResponse(fault, behaviour, real);
		const nowMs = this.parts.clock();
		request.status = answer.status;
		request.events = answer.events ?? 0;
		if (fault.dropAfterBytes === undefined) return sendResponse(reply, answer, behaviour, nowMs);
		sendBroken(reply, answer, behaviour, nowMs, fault.dropAfterBytes);
	}

	private limited(behaviour: ServiceBehaviour): ServiceResponse | undefined {
		try {
			this.limiter.admit(behaviour, this.parts.clock(), this.inFlight);
			return undefined;
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			return failureResponse(behaviour, error.status, error.message, error.headers);
		}
	}

	private realResponse(
		request: RecordedRequest,
		behaviour: ServiceBehaviour,
		requestNumber: number,
	) {
		const { log, tokens, clock } = this.parts;
		return answerRequest({ log, tokens, behaviour, nowMs: clock(), requestNumber }, request);
	}
}
