import type { FailureTextOf } from '../failureFacts';
import { inParentheses, inSeconds, nameOfService } from './phrases';

export const connectionRefused: FailureTextOf = (facts) => ({
	message: 'The service does not accept connections',
	description: `Nothing answers at ${nameOfService(facts)}. Check the host and port of Base URL in the credential; if they are right, run again later.`,
});

export const hostNotFound: FailureTextOf = (facts) => ({
	message: 'The host of the service is not known',
	description: `No address was found for ${nameOfService(facts)}. Check the spelling of Base URL in the credential and the DNS of the machine that n8n runs on.`,
});

export const untrustedCertificate: FailureTextOf = (facts) => ({
	message: 'No secure connection to the service was possible',
	description: `The certificate of ${nameOfService(facts)} is not trusted, or it does not speak https${inParentheses(facts)}. Check the host and port of Base URL in the credential; with a company's own certificate authority, make it known to n8n (NODE_EXTRA_CA_CERTS).`,
});

export const connectionLost: FailureTextOf = (facts) => ({
	message: 'The connection to the service broke off',
	description: `The response of ${nameOfService(facts)} did not arrive whole${inParentheses(facts)}. Run again later.`,
});

export const timedOut: FailureTextOf = ({ timeoutMs }) => ({
	message: 'The service did not answer in time',
	description: `${
		timeoutMs === undefined ? 'The time for one request' : inSeconds(timeoutMs)
	} went by without a response. Raise Timeout, lower Page Size or read a shorter time range.`,
});

export const outOfTime: FailureTextOf = () => ({
	message: 'The time for this run is used up',
	description:
		'The service answers too slowly for what is asked. Read a shorter time range or filter more; for a trigger, raise Page Size, lower Late Event Window, or choose the source List with filters.',
});

/** By n8n itself: its rule is in the detail. */
export const requestBlocked: FailureTextOf = (facts) => ({
	message: 'n8n does not allow requests to this address',
	description: `${facts.detail ?? 'A rule of this n8n stands against it.'} Check Allowed Domains in the credential, or ask the administrator of this n8n to allow ${nameOfService(facts)}.`,
});

export const requestFailed: FailureTextOf = (facts) => ({
	message: 'The request could not be made',
	description: `No response came from ${nameOfService(facts)}${inParentheses(facts)}. Run again later.`,
});

export const stopped: FailureTextOf = () => ({
	message: 'Reading was stopped',
	description: 'The execution was cancelled while the service was being asked.',
});
