import type { FailureFacts } from './failureFacts';
import {
	badRequest,
	forbidden,
	inSeconds,
	notFound,
	rateLimited,
	redirected,
	service,
	serviceDown,
	unauthorized,
	type FailureText,
} from './statusTexts';

/** What n8n's scheduler is told, so that it backs off as the case deserves. */
export type FailureCause =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

interface FailureEntry {
	readonly cause: FailureCause;
	readonly text: (facts: FailureFacts) => FailureText;
}

const withDetail = (facts: FailureFacts) => (facts.detail ? ` (${facts.detail})` : '');

const CHECK_BASE_URL =
	'Check Base URL in the credential, and whether a login page or a proxy stands in front of the service.';

/** Each kind of failure: what is told to n8n, and what to the user. */
export const FAILURE_TEXTS = {
	baseUrl: {
		cause: 'configuration-invalid',
		text: ({ detail }) => ({
			message: 'Base URL in the credential cannot be used',
			description: `${detail ?? 'It is no address.'} Example: https://events.example.com.`,
		}),
	},
	secretMissing: {
		cause: 'configuration-invalid',
		text: ({ authentication }) => ({
			message: `${authentication === 'apiKey' ? 'API Key' : 'Refresh Token'} in the credential is empty`,
			description:
				'Copy it from the management console and paste it there. Until then nothing is sent.',
		}),
	},
	secretMalformed: {
		cause: 'credential-invalid',
		text: ({ authentication }) => ({
			message: `${authentication === 'apiKey' ? 'API Key' : 'Refresh Token'} in the credential holds characters that no token has`,
			description:
				'Copy it once more from the management console, without spaces or line breaks inside.',
		}),
	},
	otherOrigin: {
		cause: 'configuration-invalid',
		text: ({ origin }) => ({
			message: 'This credential is not sent to other addresses',
			description: `Its token belongs to ${origin ?? 'its own Base URL'}. Send the request there, or use a credential of that other service.`,
		}),
	},
	accessTokenStale: {
		cause: 'credential-invalid',
		text: () => ({
			message: 'The access token has to be renewed',
			description: 'Run again. If it stays so, open the credential and save it once.',
		}),
	},
	badRequest: { cause: 'configuration-invalid', text: badRequest },
	unauthorized: { cause: 'credential-invalid', text: unauthorized },
	forbidden: { cause: 'credential-invalid', text: forbidden },
	notFound: { cause: 'configuration-invalid', text: notFound },
	rateLimited: { cause: 'rate-limited', text: rateLimited },
	serviceDown: { cause: 'temporarily-unavailable', text: serviceDown },
	redirected: { cause: 'configuration-invalid', text: redirected },
	unexpectedStatus: {
		cause: 'temporarily-unavailable',
		text: (facts) => ({
			message: 'The service gave an answer that is not documented',
			description: `It answered with status ${facts.status ?? 'unknown'}. ${CHECK_BASE_URL}`,
		}),
	},
	connectionRefused: {
		cause: 'temporarily-unavailable',
		text: (facts) => ({
			message: 'The service does not accept connections',
			description: `Nothing answers at ${service(facts)}. Check the host and port of Base URL in the credential; if they are right, run again later.`,
		}),
	},
	hostNotFound: {
		cause: 'temporarily-unavailable',
		text: (facts) => ({
			message: 'The host of the service is not known',
			description: `No address was found for ${service(facts)}. Check the spelling of Base URL in the credential and the DNS of the machine that n8n runs on.`,
		}),
	},
	certificate: {
		cause: 'configuration-invalid',
		text: (facts) => ({
			message: 'No secure connection to the service was possible',
			description: `The certificate of ${service(facts)} is not trusted, or it does not speak https${withDetail(facts)}. Check the host and port of Base URL in the credential; with a company's own certificate authority, make it known to n8n (NODE_EXTRA_CA_CERTS).`,
		}),
	},
	connectionLost: {
		cause: 'temporarily-unavailable',
		text: (facts) => ({
			message: 'The connection to the service broke off',
			description: `The answer of ${service(facts)} did not arrive whole${withDetail(facts)}. Run again later.`,
		}),
	},
	timedOut: {
		cause: 'temporarily-unavailable',
		text: ({ timeoutMs }) => ({
			message: 'The service did not answer in time',
			description: `${
				timeoutMs === undefined ? 'The time for one request' : inSeconds(timeoutMs)
			} went by without an answer. Raise Timeout, lower Page Size or read a shorter time range.`,
		}),
	},
	outOfTime: {
		cause: 'temporarily-unavailable',
		text: () => ({
			message: 'The time for this run is used up',
			description:
				'The service answers too slowly for what is asked. Read a shorter time range or filter more; for a trigger, raise Page Size, lower Late Event Window, or choose the source List with filters.',
		}),
	},
	requestBlocked: {
		cause: 'configuration-invalid',
		text: (facts) => ({
			message: 'n8n does not allow requests to this address',
			description: `${facts.detail ?? 'A rule of this n8n stands against it.'} Check Allowed Domains in the credential, or ask the administrator of this n8n to allow ${service(facts)}.`,
		}),
	},
	requestFailed: {
		cause: 'temporarily-unavailable',
		text: (facts) => ({
			message: 'The request could not be made',
			description: `No answer came from ${service(facts)}${withDetail(facts)}. Run again later.`,
		}),
	},
	stopped: {
		cause: 'temporarily-unavailable',
		text: () => ({
			message: 'Reading was stopped',
			description: 'The execution was cancelled while the service was being asked.',
		}),
	},
	htmlPage: {
		cause: 'configuration-invalid',
		text: (facts) => ({
			message: 'The address answers with a web page instead of events',
			description: `${service(facts)} sent HTML. ${CHECK_BASE_URL}`,
		}),
	},
	notJson: {
		cause: 'configuration-invalid',
		text: (facts) => ({
			message: 'The answer of the service is not JSON',
			description: `${service(facts)} sent ${facts.detail ?? 'something else'}. ${CHECK_BASE_URL}`,
		}),
	},
	brokenJson: {
		cause: 'temporarily-unavailable',
		text: (facts) => ({
			message: 'The answer of the service is not complete JSON',
			description: `What ${service(facts)} sent begins as JSON and ends in the middle, or has a mistake in it. Run again later.`,
		}),
	},
	noData: {
		cause: 'configuration-invalid',
		text: (facts) => ({
			message: 'The answer of the service has no “data” in it',
			description: `${service(facts)} sent ${facts.detail ?? 'other JSON'}, which is not how the event log answers. ${CHECK_BASE_URL}`,
		}),
	},
	unexpectedShape: {
		cause: 'temporarily-unavailable',
		text: (facts) => ({
			message: 'The answer of the service cannot be read',
			description: `${facts.detail ?? 'It is not as documented'}. Nothing of it was used. Run again later; if it stays so, tell the maintainers of this node.`,
		}),
	},
	noAccessToken: {
		cause: 'configuration-invalid',
		text: (facts) => ({
			message: 'The service gave no access token for the refresh token',
			description: `The answer to the exchange has ${facts.detail ?? 'no token in it'}. ${CHECK_BASE_URL}`,
		}),
	},
} as const satisfies Record<string, FailureEntry>;

export type FailureKind = keyof typeof FAILURE_TEXTS;
