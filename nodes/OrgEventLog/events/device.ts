import { memberOf, textOf } from '../json/jsonValues';
import type { EventFields } from './event';

/** Gives a field of the event's device record (specification 2.2). */
export function deviceFieldOf({ user_principal: principal }: EventFields, name: string): unknown {
	return memberOf(memberOf(principal, 'device'), name);
}

/** Matches "FALSE", "NonCompliant", "not_compliant", "Out of compliance"; not "Compliant", nor unknown words. */
const NON_COMPLIANCE =
	/^\s*(?:false|(?:non|not|un)[\s_-]*complian(?:t|ce)|incompliant|out[\s_-]*of[\s_-]*compliance)\s*$/i;

export function isCompromised(fields: EventFields): boolean {
	return /^\s*true\s*$/i.test(textOf(deviceFieldOf(fields, 'compromised_status')) ?? '');
}

export function isNotCompliant(fields: EventFields): boolean {
	return NON_COMPLIANCE.test(textOf(deviceFieldOf(fields, 'compliance_status')) ?? '');
}
