import {
	invalidSetting,
	retried,
	retriedOnce,
	settingOrOutage,
	settingOrOutageRetried,
	temporary,
} from './definition';
import {
	CHECK_BASE_URL,
	type Detail,
	type Words,
	inBytes,
	inParentheses,
	inSeconds,
	itSays,
	nameOfService,
	tryAgain,
	whatToDoAboutBaseUrl,
} from './facts';

/** It is in milliseconds below a second, because somebody may have taken the field for seconds. */
function inItsUnit(timeoutMs: number): string {
	return timeoutMs < 1000 ? `${timeoutMs} ms` : inSeconds(timeoutMs);
}

export const RESPONSE_FAILURES = {
	connectionRefused: retried((facts) => ({
		message: 'The service does not accept connections',
		description: `Nothing answers at ${nameOfService(facts)}. Check the host and port of Base URL in the credential. If they are correct, the service is down. ${tryAgain(facts, ' later')}`,
	})),
	connectionLost: retried<Partial<Detail>>((facts) => ({
		message: 'The connection to the service was lost',
		description: `The connection to ${nameOfService(facts)} broke before the response was complete${inParentheses(facts)}. ${tryAgain(facts, ' later')}`,
	})),
	// Each try costs the user the whole timeout.
	timedOut: retriedOnce((facts) => ({
		message: facts.duringExchange
			? 'The service did not exchange the refresh token in time'
			: 'The service did not answer in time',
		description: `${
			facts.timeoutMs === undefined ? 'The time for one request' : inItsUnit(facts.timeoutMs)
		} passed without a response. ${
			facts.duringExchange
				? `${tryAgain(facts, ' later')} If it happens again, check Base URL in the credential and the network.`
				: facts.isPoll
					? `${tryAgain(facts)} If it happens again, raise Timeout in its options.`
					: 'Try again later. If List, Count or Feed took too long, raise Timeout or read a shorter time range.'
		}`,
	})),
	hostNotFound: temporary((facts) => ({
		message: 'The host of the service was not found',
		description: `No address was found for ${nameOfService(facts)}. Check the spelling of Base URL in the credential and the DNS of the machine that n8n runs on.`,
	})),
	certificate: invalidSetting<Partial<Detail>>((facts) => ({
		message: 'No secure connection to the service is possible',
		description: `The certificate that n8n was shown is not trusted, or the port does not use https${inParentheses(facts)}. Check the host and port of Base URL in the credential (${nameOfService(facts)}). If a proxy between n8n and the service shows its own certificate, or your company has its own certificate authority, add that authority to n8n (NODE_EXTRA_CA_CERTS).`,
	})),
	outOfTime: temporary(({ isPoll }) => ({
		message: 'There was not enough time to read the log',
		description: isPoll
			? "The service answered too slowly for n8n's time limit. A published trigger continues from the same place at its next poll. If it happens again, lower Late Event Window or Burst Minutes. Or set Source to Matching Events and add filters."
			: 'The service answered too slowly. Try again later.',
	})),
	/** n8n itself refuses it, and its rule is in the detail. */
	requestBlocked: invalidSetting<Detail>((facts) => ({
		message: 'n8n does not allow requests to this address',
		description: `${facts.detail} Check Allowed HTTP Request Domains in the credential, or ask the administrator of this n8n to allow ${nameOfService(facts)}.`,
	})),
	requestFailed: temporary<Partial<Detail>>((facts) => ({
		message: 'The request could not be made',
		description: `No response came from ${nameOfService(facts)}${inParentheses(facts)}. ${tryAgain(facts, ' later')}`,
	})),
	stopped: temporary(() => ({
		message: 'Reading was stopped',
		description: 'The execution was canceled while the node was reading the log.',
	})),
	tooLarge: temporary<{ readonly maxBytes: number }>((facts) => ({
		message: 'The response from the service is too large',
		description: `${nameOfService(facts)} sent more than ${inBytes(facts.maxBytes)}. ${
			facts.duringExchange
				? CHECK_BASE_URL
				: `Nothing was returned. Even ten events are not that long. ${CHECK_BASE_URL}`
		}`,
	})),
	undecodable: retriedOnce((facts) => ({
		message: 'The response from the service cannot be decompressed',
		description: `${nameOfService(facts)} sent data that is not compressed as its header says. ${tryAgain(facts, ' later')} If it happens again, check any proxy between n8n and the service.`,
	})),
	brokenJson: retriedOnce((facts) => ({
		message: 'The response from the service is not complete JSON',
		description: `${nameOfService(facts)} sent JSON that is cut off or broken. ${tryAgain(facts, ' later')}`,
	})),
	htmlPage: settingOrOutageRetried((facts) => ({
		message: 'The service returned a web page instead of events',
		description: `${nameOfService(facts)} sent HTML. ${
			facts.basePath ? `${whatToDoAboutBaseUrl(facts)}.` : CHECK_BASE_URL
		}`,
	})),
	notJson: settingOrOutage<Detail>((facts) => ({
		message: 'The response from the service is not JSON',
		description: `${nameOfService(facts)} sent ${facts.detail}. ${CHECK_BASE_URL}`,
	})),
	noData: settingOrOutage<Detail>((facts) => ({
		message: 'The response from the service has no “data”',
		description: `${nameOfService(facts)} sent ${facts.detail}. The event log does not respond like this. ${CHECK_BASE_URL}`,
	})),
	/** It comes with status 200, with data beside it or without. */
	toldError: retriedOnce<Words>((facts) => ({
		message: 'The service says that it could not complete the request',
		description: `It responded with status 200, but not with complete data.${itSays(facts)} Nothing was returned. ${
			facts.isAboutToken
				? `If its words are about ${
						facts.authentication === 'apiKey' ? 'the API key' : 'the token'
					}, check the credential. Otherwise: `
				: ''
		}${tryAgain(facts, ' later')} If it happens again, contact the service's support.`,
	})),
	unexpectedShape: temporary<Detail>((facts) => ({
		message: 'The response from the service cannot be read',
		description: `${facts.detail}. Nothing was returned. ${tryAgain(facts, ' later')} If it happens again, report it to https://github.com/org-event-log/n8n-nodes-org-event-log/issues.`,
	})),
};
