import * as credential from './texts/credentialTexts';
import * as reading from './texts/readingTexts';
import * as response from './texts/responseTexts';
import * as status from './texts/statusTexts';
import type { FailureTextOf } from './texts/facts';

/** What n8n's scheduler is told, so that it backs off as the case deserves. */
export type FailureCause =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

/** All that is decided by what kind of failure it is. */
interface FailureKindDefinition<Facts extends object> {
	readonly text: FailureTextOf<Facts>;
	readonly cause: FailureCause;
	/** How often the request is repeated at most; never unless given. */
	readonly maxRetries?: number;
	/** Whether the service asks for fewer requests at a time; then it is repeated alone, once more. */
	readonly asksForFewerRequests?: true;
	/** Whether it may be this very query that the service refuses. */
	readonly mayRefuseQuery?: true;
	/** Whether something that stands before the service may answer so while that is away. */
	readonly mayBeOutage?: true;
	/** Whether n8n is told that the operation failed, where otherwise it is the API. */
	readonly isOperationError?: true;
}

const declared =
	<Cause extends FailureCause>(cause: Cause) =>
	<Facts extends object>(text: FailureTextOf<Facts>) => ({ text, cause });
const invalidCredential = declared('credential-invalid');
const invalidSetting = declared('configuration-invalid');
const temporary = declared('temporarily-unavailable');
const invalidOrOutage = <Facts extends object>(text: FailureTextOf<Facts>) =>
	({ ...invalidSetting(text), mayBeOutage: true }) as const;

const DEFINITIONS = {
	baseUrl: invalidSetting(credential.unusableBaseUrl),
	secretMissing: invalidSetting(credential.missingSecret),
	secretMalformed: invalidCredential(credential.malformedSecret),
	otherOrigin: invalidSetting(credential.otherOrigin),
	detour: invalidSetting(credential.detour),
	accessTokenStale: invalidCredential(credential.staleAccessToken),
	noAccessToken: invalidSetting(credential.missingAccessToken),

	badRequest: { ...invalidSetting(status.badRequest), mayRefuseQuery: true },
	unauthorized: invalidCredential(status.unauthorized),
	// Another exchange may have ended it: some services accept the newest access token alone.
	accessTokenRefused: { ...temporary(status.accessTokenRefused), maxRetries: 3 },
	forbidden: invalidCredential(status.forbidden),
	notFound: invalidOrOutage(status.notFound),
	proxyRefused: temporary(status.proxyRefused),
	rateLimited: {
		text: status.rateLimited,
		cause: 'rate-limited',
		maxRetries: 3,
		asksForFewerRequests: true,
	},
	// Documented as the service's own mistake, which it may repeat for good: hence one retry.
	internalError: { ...temporary(status.serverError), maxRetries: 1, mayRefuseQuery: true },
	overloaded: { ...temporary(status.serverError), maxRetries: 3, asksForFewerRequests: true },
	serverError: { ...temporary(status.serverError), maxRetries: 3 },
	redirected: invalidOrOutage(status.redirected),
	unexpectedStatus: temporary(status.unexpectedStatus),

	connectionRefused: { ...temporary(response.connectionRefused), maxRetries: 3 },
	connectionLost: { ...temporary(response.connectionLost), maxRetries: 3 },
	// Each try costs the user the whole timeout.
	timedOut: { ...temporary(response.timedOut), maxRetries: 1 },
	timedOutByService: { ...temporary(status.timedOutByService), maxRetries: 1 },
	hostNotFound: temporary(response.hostNotFound),
	certificate: invalidSetting(response.untrustedCertificate),
	outOfTime: temporary(response.outOfTime),
	requestBlocked: invalidSetting(response.requestBlocked),
	requestFailed: temporary(response.requestFailed),
	stopped: temporary(response.stopped),

	tooLarge: temporary(response.tooLarge),
	undecodable: { ...temporary(response.undecodable), maxRetries: 1 },
	brokenJson: { ...temporary(response.brokenJson), maxRetries: 1 },
	htmlPage: invalidOrOutage(response.htmlPage),
	notJson: invalidOrOutage(response.notJson),
	noData: invalidOrOutage(response.missingData),
	unexpectedShape: temporary(response.unexpectedShape),

	contradictoryAnswer: { ...temporary(reading.contradictoryAnswer), isOperationError: true },
	noProgress: { ...temporary(reading.noProgress), isOperationError: true },
	instantTooWide: { ...temporary(reading.instantTooWide), isOperationError: true },
	instantInChangingOrder: { ...temporary(reading.instantInChangingOrder), isOperationError: true },
	tooManyGroups: { ...invalidSetting(reading.tooManyGroups), isOperationError: true },
	tooLargeGroups: { ...invalidSetting(reading.tooLargeGroups), isOperationError: true },
	logBeginsLater: { ...invalidSetting(reading.logBeginsLater), isOperationError: true },
	logBeginningUnknown: { ...temporary(reading.logBeginningUnknown), isOperationError: true },
	nestedTooDeep: { ...invalidSetting(reading.nestedTooDeep), isOperationError: true },
	tooManyItems: { ...invalidSetting(reading.tooManyItems), isOperationError: true },
	damagedState: { ...invalidSetting(reading.damagedState), isOperationError: true },
	noBurstToShow: { ...temporary(reading.noBurstToShow), isOperationError: true },
	nothingToShow: { ...temporary(reading.nothingToShow), isOperationError: true },
} as const;

export type FailureKind = keyof typeof DEFINITIONS;

/** What has to be known of a failure of each kind: what its text asks for. */
export type FactsByKind = {
	readonly [Kind in FailureKind]: Parameters<(typeof DEFINITIONS)[Kind]['text']>[0];
};

/** The kinds that a response's status stands for. */
export type StatusKind = {
	[Kind in FailureKind]: FactsByKind[Kind] extends { readonly status: number } ? Kind : never;
}[FailureKind];

/** Each kind of failure: what the user and n8n are told of it, and what becomes of the request. */
export const FAILURE_KINDS: {
	readonly [Kind in FailureKind]: FailureKindDefinition<FactsByKind[Kind]>;
} = DEFINITIONS;
