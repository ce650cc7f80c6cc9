import type { ExtraName } from './extras';
import type { DeviceView } from './people';

/** What events of several kinds have in common. */
interface Circumstances {
	readonly type: string;
	readonly subType: string;
	/** Of `refusedClient` the message is the client's own. */
	readonly who: 'refusedClient' | 'stranger' | 'person' | 'serviceAccount';
	readonly device: DeviceView;
	/** Whether it shows where the request came from. */
	readonly showsClient: boolean;
	/** `sometimes`: an object of empty texts otherwise. */
	readonly service: 'always' | 'sometimes' | 'never';
	/** Whether it bears the id of a session. */
	readonly hasSession: boolean;
	/** Further objects that the specification doesn't name. */
	readonly extras: readonly ExtraName[];
}

/** A sort of event and how often it occurs. */
export interface EventKind extends Circumstances {
	readonly action: string;
	readonly severity: string;
	readonly result: string;
	readonly message: string;
	/** How often, against the other kinds. */
	readonly weight: number;
}

const OF_PERSON = { who: 'person', device: 'serialOnly', showsClient: true } as const;
const OF_NOBODY = { device: 'none' } as const;

const SIGNING_IN: Circumstances = {
	...{ type: 'Identity', subType: 'UserPrincipal', ...OF_PERSON },
	...{ service: 'sometimes', hasSession: true, extras: [] },
};
const SIGNED_IN: Circumstances = { ...SIGNING_IN, extras: ['policy', 'role', 'trustscore'] };
const NOT_LET_IN: Circumstances = { ...SIGNING_IN, service: 'never', extras: ['policy', 'role'] };

const CONNECTION: Circumstances = {
	...{ type: 'Access', subType: 'Connection', ...OF_PERSON, device: 'withId' },
	...{ service: 'always', hasSession: false },
	extras: ['policy', 'role', 'trustscore', 'link', 'channel', 'workload_principal'],
};
const RESOURCE: Circumstances = { ...CONNECTION, subType: 'Resource', extras: [] };

const OF_DEVICE: Omit<Circumstances, 'type'> = {
	...{ subType: 'Device', who: 'person', device: 'whole', showsClient: false },
	...{ service: 'never', hasSession: false, extras: [] },
};
const REGISTRATION: Circumstances = { ...OF_DEVICE, type: 'Registration' };
const OF_CONSOLE: Omit<Circumstances, 'type'> = { ...OF_DEVICE, device: 'none' };

const UNKNOWN_DEVICE = 'FAILED - unknown devices not allowed';
const LOW_TRUST = 'FAILED - Your TrustScore is low. Please contact your administrator.';

/**
 * What services of this kind log, in the proportions of 295 recorded events; below them, rarer, what
 * such services are known to log besides.
 */
export const EVENT_KINDS: readonly EventKind[] = [
	kind(68, 'Unauthorized', 'ERROR', '', { ...CONNECTION, ...OF_NOBODY, who: 'refusedClient' }),
	kind(16, 'Authorized', 'INFO', 'Authorized', CONNECTION),
	kind(3, 'Authorized', 'INFO', 'Authorized', RESOURCE),
	kind(16, 'Deny', 'ERROR', UNKNOWN_DEVICE, { ...NOT_LET_IN, ...OF_NOBODY, who: 'stranger' }),
	kind(10, 'Deny', 'ERROR', LOW_TRUST, { ...NOT_LET_IN, ...OF_NOBODY, who: 'stranger' }),
	kind(6, 'Deny', 'ERROR', LOW_TRUST, NOT_LET_IN),
	kind(30, 'Grant', 'INFO', 'SUCCESS - access token granted', SIGNED_IN),
	kind(60, 'IDP', 'DEBUG', 'SUCCESS - Authorization Code Generated', SIGNING_IN),
	kind(42, 'OCSP', 'DEBUG', 'SUCCESS - certificate is not revoked', {
		...SIGNING_IN,
		...{ hasSession: false, showsClient: false },
	}),
	kind(36, 'MDM', 'DEBUG', 'SUCCESS - device is managed', SIGNING_IN),
	kind(6, 'TrustScoreCalculate', 'INFO', 'Trustscore calculated', {
		...OF_DEVICE,
		...{ type: 'TrustScoring', extras: ['trustscore'] },
	}),
	kind(1, 'Register', 'INFO', 'Device registered successfully', REGISTRATION),
	kind(1, 'Unregister', 'WARN', 'Device unregistered successfully', REGISTRATION),

	kind(1, 'Register Failed', 'ERROR', 'Device registration failed', REGISTRATION),
	kind(2, 'StatusChange', 'WARN', 'Device is no longer compliant', {
		...OF_DEVICE,
		...{ type: 'Compliance', device: 'nonCompliant' },
	}),
	kind(5, 'Authorized', 'INFO', 'Authorized', serviceAccount()),
	kind(1, 'Unauthorized', 'ERROR', 'No valid client certificate', serviceAccount()),
	kind(2, 'Update', 'INFO', 'Policy attached', {
		...OF_CONSOLE,
		...{ type: 'Audit', subType: 'Policy', service: 'always', extras: ['policy'] },
	}),
	kind(1, 'Login', 'INFO', 'Signed in to the console', {
		...OF_CONSOLE,
		...{ type: 'AdminLogin', subType: 'Console' },
	}),
];

function serviceAccount(): Circumstances {
	return { ...RESOURCE, ...OF_NOBODY, who: 'serviceAccount' };
}

/** The result of access is an empty text; otherwise it says the same as the severity. */
function kind(
	weight: number,
	action: string,
	severity: string,
	message: string,
	circumstances: Circumstances,
): EventKind {
	const result = circumstances.type === 'Access' ? '' : severity;
	return { ...circumstances, weight, action, severity, result, message };
}
