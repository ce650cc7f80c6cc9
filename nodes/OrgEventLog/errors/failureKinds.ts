import * as credential from './texts/credentialTexts';
import * as reading from './texts/readingTexts';
import * as response from './texts/responseTexts';
import * as status from './texts/statusTexts';
import type { FailureTextOf } from './failureFacts';

/** What n8n's scheduler is told, so that it backs off as the case deserves. */
export type FailureCause =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

/** All that is decided by what kind of failure it is. */
interface FailureKindDefinition {
	readonly text: FailureTextOf;
	readonly cause: FailureCause;
	/** How often the request is sent once more; what the service refuses is never asked twice. */
	readonly retries?: number;
	/** Whether the service asks for fewer requests at a time. */
	readonly asksForFewerRequests?: true;
	/** Whether it may be this very query that the service refuses. */
	readonly mayRefuseQuery?: true;
	/** Whether it arose here, from what the service answered or what n8n kept, and not in a request. */
	readonly arisesHere?: true;
}

const invalidCredential = (text: FailureTextOf) => ({ text, cause: 'credential-invalid' }) as const;
const invalidSetting = (text: FailureTextOf) => ({ text, cause: 'configuration-invalid' }) as const;
const passing = (text: FailureTextOf) => ({ text, cause: 'temporarily-unavailable' }) as const;

const DEFINITIONS = {
	baseUrl: invalidSetting(credential.unusableBaseUrl),
	secretMissing: invalidSetting(credential.missingSecret),
	secretMalformed: invalidCredential(credential.malformedSecret),
	otherOrigin: invalidSetting(credential.otherOrigin),
	accessTokenStale: invalidCredential(credential.staleAccessToken),
	noAccessToken: invalidSetting(credential.missingAccessToken),

	badRequest: { ...invalidSetting(status.badRequest), mayRefuseQuery: true },
	unauthorized: invalidCredential(status.unauthorized),
	forbidden: invalidCredential(status.forbidden),
	notFound: invalidSetting(status.notFound),
	rateLimited: {
		text: status.rateLimited,
		cause: 'rate-limited',
		retries: 3,
		asksForFewerRequests: true,
	},
	// Documented as the service's own mistake, which it may repeat for good: hence one retry.
	internalError: { ...passing(status.serverError), retries: 1, mayRefuseQuery: true },
	overloaded: { ...passing(status.serverError), retries: 3, asksForFewerRequests: true },
	serverError: { ...passing(status.serverError), retries: 3 },
	redirected: invalidSetting(status.redirected),
	unexpectedStatus: passing(status.unexpectedStatus),

	connectionRefused: { ...passing(response.connectionRefused), retries: 3 },
	connectionLost: { ...passing(response.connectionLost), retries: 3 },
	// Each try costs the user the whole timeout.
	timedOut: { ...passing(response.timedOut), retries: 1 },
	hostNotFound: passing(response.hostNotFound),
	certificate: invalidSetting(response.untrustedCertificate),
	outOfTime: passing(response.outOfTime),
	requestBlocked: invalidSetting(response.requestBlocked),
	requestFailed: passing(response.requestFailed),
	stopped: passing(response.stopped),

	brokenJson: { ...passing(response.brokenJson), retries: 1 },
	htmlPage: invalidSetting(response.htmlPage),
	notJson: invalidSetting(response.notJson),
	noData: invalidSetting(response.missingData),
	unexpectedShape: passing(response.unexpectedShape),

	noProgress: { ...passing(reading.noProgress), arisesHere: true },
	instantTooWide: { ...passing(reading.instantTooWide), arisesHere: true },
	instantInChangingOrder: { ...passing(reading.instantInChangingOrder), arisesHere: true },
	damagedState: { ...invalidSetting(reading.damagedState), arisesHere: true },
	nothingToShow: { ...passing(reading.nothingToShow), arisesHere: true },
} as const satisfies Record<string, FailureKindDefinition>;

export type FailureKind = keyof typeof DEFINITIONS;

/** Each kind of failure: what the user and n8n are told of it, and what becomes of the request. */
export const FAILURE_KINDS: Readonly<Record<FailureKind, FailureKindDefinition>> = DEFINITIONS;
