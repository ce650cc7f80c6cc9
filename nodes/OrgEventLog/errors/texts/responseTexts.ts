import {
	CHECK_BASE_URL,
	type Detail,
	type FailureTextOf,
	inBytes,
	inParentheses,
	inSeconds,
	nameOfService,
	whatToDoAboutBaseUrl,
} from './facts';

export const connectionRefused: FailureTextOf = (facts) => ({
	message: 'The service does not accept connections',
	description: `Nothing answers at ${nameOfService(facts)}. Check the host and port of Base URL in the credential; if they are right, run again later.`,
});

export const hostNotFound: FailureTextOf = (facts) => ({
	message: 'The host of the service is not known',
	description: `No address was found for ${nameOfService(facts)}. Check the spelling of Base URL in the credential and the DNS of the machine that n8n runs on.`,
});

export const untrustedCertificate: FailureTextOf<Partial<Detail>> = (facts) => ({
	message: 'No secure connection to the service was possible',
	description: `The certificate of ${nameOfService(facts)} is not trusted, or it does not speak https${inParentheses(facts)}. Check the host and port of Base URL in the credential; with a company's own certificate authority, make it known to n8n (NODE_EXTRA_CA_CERTS).`,
});

export const connectionLost: FailureTextOf<Partial<Detail>> = (facts) => ({
	message: 'The connection to the service broke off',
	description: `The response of ${nameOfService(facts)} did not arrive whole${inParentheses(facts)}. Run again later.`,
});

/** As short a time as is meant by somebody who takes the field for seconds is said as it is. */
function inItsUnit(timeoutMs: number): string {
	return timeoutMs < 1000 ? `${timeoutMs} ms` : inSeconds(timeoutMs);
}

export const timedOut: FailureTextOf = ({ timeoutMs, duringExchange }) => ({
	message: duringExchange
		? 'The service did not exchange the refresh token in time'
		: 'The service did not answer in time',
	description: `${
		timeoutMs === undefined ? 'The time for one request' : inItsUnit(timeoutMs)
	} went by without a response. ${
		duringExchange
			? 'Run again later; if it lasts, check Base URL in the credential and the network.'
			: 'In the node, raise Timeout, lower Page Size or read a shorter time range.'
	}`,
});

export const outOfTime: FailureTextOf = () => ({
	message: 'The time for this run is used up',
	description:
		'n8n gives a poll only so long, and the service answered too slowly for what this one had to read. The next poll goes on from the same place; if it ends like this, too, raise Page Size, lower Late Event Window or Burst Minutes, or choose the source Filtered by the Service with filters.',
});

/** By n8n itself: its rule is in the detail. */
export const requestBlocked: FailureTextOf<Detail> = (facts) => ({
	message: 'n8n does not allow requests to this address',
	description: `${facts.detail} Check Allowed Domains in the credential, or ask the administrator of this n8n to allow ${nameOfService(facts)}.`,
});

export const requestFailed: FailureTextOf<Partial<Detail>> = (facts) => ({
	message: 'The request could not be made',
	description: `No response came from ${nameOfService(facts)}${inParentheses(facts)}. Run again later.`,
});

export const stopped: FailureTextOf = () => ({
	message: 'Reading was stopped',
	description: 'The execution was cancelled while the service was being asked.',
});

export const tooLarge: FailureTextOf<Detail | { readonly maxBytes: number }> = (facts) => ({
	message: 'The response of the service is too large',
	description: `${nameOfService(facts)} sent more than ${'detail' in facts ? facts.detail : inBytes(facts.maxBytes)}. ${
		facts.duringExchange
			? CHECK_BASE_URL
			: 'Nothing of it was used. Lower Page Size; for Count, or if that does not help, choose a narrower time range.'
	}`,
});

export const undecodable: FailureTextOf = (facts) => ({
	message: 'The response of the service cannot be decompressed',
	description: `What ${nameOfService(facts)} sent is not compressed as it says. Run again later; if this keeps happening, check any proxy between n8n and the service.`,
});

export const htmlPage: FailureTextOf = (facts) => ({
	message: 'The address answers with a web page instead of events',
	description: `${nameOfService(facts)} sent HTML. ${
		facts.basePath ? `${whatToDoAboutBaseUrl(facts)}.` : CHECK_BASE_URL
	}`,
});

export const notJson: FailureTextOf<Detail> = (facts) => ({
	message: 'The response of the service is not JSON',
	description: `${nameOfService(facts)} sent ${facts.detail}. ${CHECK_BASE_URL}`,
});

export const brokenJson: FailureTextOf = (facts) => ({
	message: 'The response of the service is not complete JSON',
	description: `What ${nameOfService(facts)} sent begins as JSON and ends in the middle, or is broken within. Run again later.`,
});

export const missingData: FailureTextOf<Detail> = (facts) => ({
	message: 'The response of the service has no “data” in it',
	description: `${nameOfService(facts)} sent ${facts.detail}, which is not how the event log answers. ${CHECK_BASE_URL}`,
});

export const unexpectedShape: FailureTextOf<Detail> = ({ detail }) => ({
	message: 'The response of the service cannot be read',
	description: `${detail}. Nothing of it was used. Run again later; if this keeps happening, tell the maintainers of this node.`,
});
