import { defineFailure, type DetailFacts } from './failureTypes';
import { adviseRetry, formatSeconds, nameService } from './phrases';

/** Less than a second is told in milliseconds, because somebody may have taken the field for seconds. */
function formatTimeout(timeoutMs: number): string {
	return timeoutMs < 1000 ? `${timeoutMs} ms` : formatSeconds(timeoutMs);
}

function appendDetail({ detail }: Partial<DetailFacts>): string {
	return detail === undefined ? '' : ` (${detail})`;
}

/** No response came, or none in time. */
export const CONNECTION_FAILURES = {
	connectionRefused: defineFailure('threeRetries', (facts) => ({
		message: 'The service does not accept connections',
		description: `Nothing answers at ${nameService(facts)}. Check the host and port of Base URL in the credential. If they are correct, the service is down. ${adviseRetry(facts, ' later')}`,
	})),
	connectionLost: defineFailure<Partial<DetailFacts>>('threeRetries', (facts) => ({
		message: 'The connection to the service was lost',
		description: `The connection to ${nameService(facts)} broke before the response was complete${appendDetail(facts)}. ${adviseRetry(facts, ' later')}`,
	})),
	/** Each try costs the user the whole timeout. */
	timedOut: defineFailure('oneRetry', (facts) => ({
		message: facts.isExchange
			? 'The service did not exchange the refresh token in time'
			: 'The service did not answer in time',
		description: `${
			facts.timeoutMs === undefined ? 'The time for one request' : formatTimeout(facts.timeoutMs)
		} passed without a response. ${
			facts.isExchange
				? `${adviseRetry(facts, ' later')} If it happens again, check Base URL in the credential and the network.`
				: facts.isPoll
					? `${adviseRetry(facts)} If it happens again, check the service, and Timeout in the trigger's Options.`
					: 'Try again later. If reading the log took too long, raise Timeout or read a shorter time range.'
		}`,
	})),
	hostNotFound: defineFailure('temporary', (facts) => ({
		message: 'The host of the service was not found',
		description: `No address was found for ${nameService(facts)}. Check the spelling of Base URL in the credential and the DNS of the machine that n8n runs on.`,
	})),
	certificateRefused: defineFailure<Partial<DetailFacts>>('invalidSetting', (facts) => ({
		message: 'No secure connection to the service is possible',
		description: `The certificate that n8n was shown is not trusted, or the port does not use https${appendDetail(facts)}. Check the host and port of Base URL in the credential (${nameService(facts)}). If a proxy between n8n and the service shows its own certificate, or your company has its own certificate authority, add that authority to n8n (NODE_EXTRA_CA_CERTS).`,
	})),
	outOfTime: defineFailure('temporary', ({ isPoll }) => ({
		message: 'There was not enough time to read the log',
		description: isPoll
			? "The service answered too slowly for n8n's time limit. A published trigger continues from the same place at its next poll. If it happens again, lower Late Event Window or Burst Minutes. Or set Source to Matching Events and add filters."
			: 'The service answered too slowly. Try again later.',
	})),
	/** `detail` is the rule by which n8n itself refuses the request. */
	requestBlocked: defineFailure<DetailFacts>('invalidSetting', (facts) => ({
		message: 'n8n does not allow requests to this address',
		description: `${facts.detail} Check Allowed HTTP Request Domains in the credential, or ask the administrator of this n8n to allow ${nameService(facts)}.`,
	})),
	requestFailed: defineFailure<Partial<DetailFacts>>('temporary', (facts) => ({
		message: 'The request could not be made',
		description: `No response came from ${nameService(facts)}${appendDetail(facts)}. ${adviseRetry(facts, ' later')}`,
	})),
	stopped: defineFailure('temporary', () => ({
		message: 'Reading was stopped',
		description: 'The execution was canceled while the node was reading the log.',
	})),
};
