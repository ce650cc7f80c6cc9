import type { Happening, Happenings } from '../service';
import type { ButtonName } from './client/pageState';
import type { Switches } from './switches';

/** What the buttons act upon. */
export interface Machinery {
	readonly happenings: Happenings;
	readonly switches: Switches;
}

const REFUSAL = {
	traits: [['type', 'Access'], ['action', 'deny'], ['severity', 'WARN', 'ERROR'], ['deviceId']],
	toOnePerson: true,
} as const satisfies Happening;

const REGISTRATION = {
	traits: [['type', 'Registration'], ['subType', 'Device'], ['action', 'register'], ['deviceId']],
	toOnePerson: true,
} as const satisfies Happening;

const LOST_COMPLIANCE = {
	traits: [['type', 'TrustScore'], ['subType', 'Device'], ['action', 'update'], ['deviceId']],
	toOnePerson: true,
	device: { compliance_status: 'NonCompliant' },
} as const satisfies Happening;

export const BURST_EVENTS = 1_000;
/** Longer than a poll interval, so that later events are delivered before it; shorter than the window. */
export const LATE_MS = 90_000;

/** What each button does. */
export const ACTIONS: Readonly<Record<ButtonName, (machinery: Machinery) => void>> = {
	refuseAccess: ({ happenings }) => happenings.add(REFUSAL),
	registerDevice: ({ happenings }) => happenings.add(REGISTRATION),
	loseCompliance: ({ happenings }) => happenings.add(LOST_COMPLIANCE),
	refuseFiveTimes: ({ happenings }) => happenings.add({ ...REFUSAL, events: 5 }),
	burst: ({ happenings }) => happenings.add({ events: BURST_EVENTS }),
	lateEvent: ({ happenings }) => happenings.add({ ...REFUSAL, lateMs: LATE_MS }),
	startOutage: ({ switches }) => switches.startOutage(),
	endOutage: ({ switches }) => switches.endOutage(),
	slowDown: ({ switches }) => switches.setSlow(true),
	speedUp: ({ switches }) => switches.setSlow(false),
	expireTokens: ({ switches }) => switches.expireTokens(),
	revokeKey: ({ switches }) => switches.revokeKey(),
	giveKeyBack: ({ switches }) => switches.giveKeyBack(),
};
