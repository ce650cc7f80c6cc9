import type { EventLogService, Fault, ServiceBehaviour } from '../service';

/** Something that the service does to whoever asks, until it does something else. */
export interface Situation {
	readonly name: string;
	readonly begin: (service: EventLogService) => void;
	/** Whether it never answers: the editor's own requests take longer to give up than a run has. */
	readonly isSilent?: true;
	/** Whether n8n's HTTP Request node would wait for the rest of an answer for ever. */
	readonly isForOurNodesOnly?: true;
}

const FOR_GOOD = { times: 1_000_000 };

/** In seconds. Told of less, or of nothing, a run tries again for two minutes. */
const LONGER_THAN_A_RUN_WAITS = '3600';

function failing(name: string, fault: Fault): Situation {
	return { name, begin: (service) => service.failNext(fault, FOR_GOOD) };
}

/** Tokens run out as well, so that the exchange is asked. */
function exchanging(tokenExchange: ServiceBehaviour['tokenExchange']): Situation {
	return {
		name: `the exchange: ${tokenExchange}`,
		begin: (service) => {
			service.behaviour = { ...service.behaviour, tokenExchange };
			service.expireAccessTokens();
		},
	};
}

/** Everything that the simulated service can do, one after another, beginning with what it should. */
export function situations(strangerUrl: string): Situation[] {
	return [
		{ name: 'all is well', begin: () => undefined },
		{ name: 'access tokens expired', begin: (service) => service.expireAccessTokens() },
		failing('a revoked key', { status: 401 }),
		failing('no right to read', { status: 403 }),
		failing('a refused query', { status: 400, body: '{"message":"limit"}' }),
		failing('nothing there', { status: 404 }),
		failing('too many requests', { status: 429, retryAfter: LONGER_THAN_A_RUN_WAITS }),
		failing('its own mistake', { status: 500 }),
		failing('away', { status: 503, retryAfter: LONGER_THAN_A_RUN_WAITS }),
		failing('a page', { html: 200 }),
		failing('broken JSON', { truncateAfter: 20 }),
		failing('another shape', { body: '{"data":"none"}' }),
		failing('a dropped connection', { drop: true }),
		{ ...failing('a dropped answer', { dropAfterBytes: 5 }), isForOurNodesOnly: true },
		{ ...failing('no answer', { hang: true }), isSilent: true },
		failing('a redirect to another host', { redirectTo: `${strangerUrl}/elsewhere` }),
		exchanging('unauthorized'),
		exchanging('serverError'),
		exchanging('html'),
		exchanging('noMessage'),
		exchanging('emptyMessage'),
	];
}
