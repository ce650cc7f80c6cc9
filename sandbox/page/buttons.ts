import type { EventLogService, Happening } from '../service';
import { Happenings } from '../service';
import { SEED } from '../externalSystems/externalSystems';
import type { ButtonName } from './client/pageState';
import type { PageModel } from './pageModel';
import { keySwitch, outageSwitch, slowSwitch } from './switches';

const REFUSAL = {
	traits: [['type', 'Identity'], ['action', 'Deny'], ['userEmail']],
	toOnePerson: true,
} as const satisfies Happening;

/** An alert of bursts takes five within ten minutes for one. */
export const REFUSALS_OF_ONE = { ...REFUSAL, events: 5 } as const satisfies Happening;

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

/** What each button does; of the last ones, all but one are switches. */
export function actionsOn(
	service: EventLogService,
	model: PageModel,
): Readonly<Record<ButtonName, () => void>> {
	const happenings = new Happenings(service.log, SEED);
	const happen = (happening: Happening) => () => void happenings.add(happening);
	return {
		refuseAccess: happen(REFUSAL),
		registerDevice: happen(REGISTRATION),
		loseCompliance: happen(LOST_COMPLIANCE),
		refuseFiveTimes: happen(REFUSALS_OF_ONE),
		burst: happen({ events: BURST_EVENTS }),
		lateEvent: happen({ ...REFUSAL, lateMs: LATE_MS }),
		outage: outageSwitch(service, model),
		slow: slowSwitch(service, model),
		// Access tokens only: n8n gets another one for its refresh token, and nobody notices.
		expireTokens: () => service.expireAccessTokens(),
		key: keySwitch(service, model),
	};
}
