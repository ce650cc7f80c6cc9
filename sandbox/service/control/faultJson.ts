import type { Fault, FaultOptions } from '../faults';
import type { Operation } from '../requests';
import type { Reader, Readers } from './jsonReaders';
import { amount, isObject, oneOf, readMembers, text, textMembers, yesOrNo } from './jsonReaders';

type SendableFault = Omit<Fault, 'transform'>;
type SendableOptions = Omit<FaultOptions, 'match'> & { readonly match?: Operation };

const FAULT: Readers<SendableFault> = {
	status: amount,
	retryAfter: text,
	headers: textMembers,
	body: text,
	contentType: text,
	html: amount,
	drop: yesOrNo,
	dropAfterBytes: amount,
	truncateAfter: amount,
	hang: yesOrNo,
	delayMs: amount,
	redirectTo: text,
};

const OPTIONS: Readers<SendableOptions> = {
	times: amount,
	after: amount,
	match: oneOf('list', 'count', 'feed', 'tokenExchange', 'other'),
};

/** A fault and when it comes, as the control paths take it. */
export interface PlannedFault {
	readonly fault: SendableFault;
	readonly options: SendableOptions;
}

const anything: Reader<Readonly<Record<string, unknown>>> = (value) =>
	isObject(value) ? value : undefined;

/** From `{ "fault": {…}, "options": {…} }`. @throws TypeError that says what it can't be */
export function readPlannedFault(json: unknown): PlannedFault {
	const { fault, options } = readMembers(json, { fault: anything, options: anything });
	return { fault: readMembers(fault, FAULT), options: readMembers(options ?? {}, OPTIONS) };
}
