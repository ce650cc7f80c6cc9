import { deviceField, type EventFields } from './event';
import { textOf } from '../json/jsonValues';

/** Matches "FALSE", "NonCompliant", "not_compliant", "Out of compliance"; not "Compliant", nor what is unknown. */
const DENIES_COMPLIANCE =
	/^\s*(?:false|(?:non|not|un)[\s_-]*complian(?:t|ce)|incompliant|out[\s_-]*of[\s_-]*compliance)\s*$/i;

export function isCompromised(fields: EventFields): boolean {
	return /^\s*true\s*$/i.test(textOf(deviceField(fields, 'compromised_status')) ?? '');
}

export function isNotCompliant(fields: EventFields): boolean {
	return DENIES_COMPLIANCE.test(textOf(deviceField(fields, 'compliance_status')) ?? '');
}
