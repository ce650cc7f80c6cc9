import type { BurstGroupKind } from '../../events/alertGroups';
import type { LoggedEvent, ColumnValue } from '../../events/event';
import { toPlainText } from '../../text/plainText';
import { ipAddressOf, serviceNameOf, userEmailOf } from '../../events/subjects';
import { pluralize } from '../../text/numbers';

export interface BurstFacts {
	readonly groupKind: BurstGroupKind;
	/** The user, the device or what else the events have in common. */
	readonly value: ColumnValue;
	/** There is at least one; the oldest comes first. */
	readonly events: readonly LoggedEvent[];
}

/** A span up to this one is told in seconds. */
const MAX_SPAN_IN_SECONDS = 120;

/** Gives one line: "ada@example.com: 5 refusals within 3 minutes (last at Payroll)". */
export function toBurstSentence(burst: BurstFacts, noun: string): string {
	const { events, groupKind } = burst;
	const [first, last] = [events[0], events[events.length - 1]];
	const span = describeSpan((last?.createdAtMs ?? 0) - (first?.createdAtMs ?? 0));
	const ofOneKind = groupKind === 'happening' ? ' of the same kind' : '';
	const lastOne = last === undefined ? '' : describePlace(last, groupKind);
	const where = lastOne && ` (last${lastOne})`;
	return `${describeSubject(burst)}${pluralize(events.length, noun)}${ofOneKind} within ${span}${where}`;
}

function describeSubject({ groupKind, value }: BurstFacts): string {
	if (groupKind === 'all' || groupKind === 'happening') return '';
	const name = toPlainText(String(value));
	return groupKind === 'device' ? `Device ${name}: ` : `${name}: `;
}

/** Gives ": ada@example.com at Payroll", " from 203.0.113.7"; nothing that the subject says. */
function describePlace({ fields }: LoggedEvent, groupKind: BurstGroupKind): string {
	const [user, address, service] = [userEmailOf, ipAddressOf, serviceNameOf].map((read) => {
		const value = read(fields);
		return value === null ? '' : toPlainText(String(value));
	});
	const who = user ? `: ${user}` : address && ` from ${address}`;
	const isSaid = groupKind === 'user' || groupKind === 'who';
	return `${isSaid ? '' : who}${service && ` at ${service}`}`;
}

function describeSpan(spanMs: number): string {
	const seconds = Math.max(1, Math.ceil(spanMs / 1000));
	return seconds <= MAX_SPAN_IN_SECONDS
		? pluralize(seconds, 'second')
		: pluralize(Math.ceil(seconds / 60), 'minute');
}
