import type { Happening } from '../service';
import type { ButtonName } from './client/pageState';
import type { Switches } from './switches';

/** What the buttons act upon. */
export interface Machinery {
	/** Makes something happen in the organization. */
	readonly happen: (happening: Happening) => void;
	readonly switches: Switches;
}

const REFUSAL = {
	traits: [['type', 'Identity'], ['action', 'Deny'], ['userEmail']],
	toOnePerson: true,
} as const satisfies Happening;

const REGISTRATION = {
	traits: [['type', 'Registration'], ['subType', 'Device'], ['action', 'Register'], ['deviceId']],
	toOnePerson: true,
} as const satisfies Happening;

const LOST_COMPLIANCE = {
	traits: [['type', 'TrustScoring'], ['subType', 'Device'], ['deviceId']],
	toOnePerson: true,
	device: { compliance_status: 'NonCompliant' },
} as const satisfies Happening;

const BURST_EVENTS = 1_000;
/** Longer than a poll interval, so that later events are delivered before it; shorter than the window. */
const LATE_MS = 90_000;

/** What each button does. */
export const ACTIONS: Readonly<Record<ButtonName, (machinery: Machinery) => void>> = {
	refuseAccess: ({ happen }) => happen(REFUSAL),
	registerDevice: ({ happen }) => happen(REGISTRATION),
	loseCompliance: ({ happen }) => happen(LOST_COMPLIANCE),
	refuseFiveTimes: ({ happen }) => happen({ ...REFUSAL, events: 5 }),
	burst: ({ happen }) => happen({ events: BURST_EVENTS }),
	lateEvent: ({ happen }) => happen({ ...REFUSAL, lateMs: LATE_MS }),
	startOutage: ({ switches }) => switches.startOutage(),
	endOutage: ({ switches }) => switches.endOutage(),
	slowDown: ({ switches }) => switches.setSlow(true),
	speedUp: ({ switches }) => switches.setSlow(false),
	expireTokens: ({ switches }) => switches.expireTokens(),
	revokeKey: ({ switches }) => switches.revokeKey(),
	giveKeyBack: ({ switches }) => switches.giveKeyBack(),
};
