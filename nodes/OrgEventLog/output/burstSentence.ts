import type { BurstGroupKind } from '../events/alertGroups';
import type { LoggedEvent } from '../events/event';
import { plainText } from '../events/plainText';
import { type ColumnValue, ipAddressOf, serviceNameOf, userEmailOf } from '../events/subjects';
import { counted } from './digest';

/** So many events of a user, a device … in a short time. */
export interface ToldBurst {
	readonly per: BurstGroupKind;
	/** Whose they are. */
	readonly value: ColumnValue;
	/** Oldest first, at least one. */
	readonly events: readonly LoggedEvent[];
}

/** Up to here a span is told in seconds. */
const SECONDS_TOLD = 120;

/** One line: "5 refusals of ada@example.com within 3 minutes, last at Payroll". @param noun one of the events */
export function burstSentence(burst: ToldBurst, noun: string): string {
	const { events } = burst;
	const [first, last] = [events[0], events[events.length - 1]];
	const span = spanOf((last?.createdAtMs ?? 0) - (first?.createdAtMs ?? 0));
	const where = last === undefined ? '' : whereOf(last, burst);
	const lastAt = where === '' ? '' : `, last ${where}`;
	return `${counted(events.length, noun)}${ofWhom(burst)} within ${span}${lastAt}`;
}

function ofWhom({ per, value }: ToldBurst): string {
	if (per === 'all') return '';
	if (per === 'happening') return ' of the same kind';
	const name = plainText(String(value));
	return per === 'device' ? ` of the device ${name}` : ` of ${name}`;
}

/** "of ada@example.com at Payroll", "from 203.0.113.7", "of type Identity". */
function whereOf({ fields }: LoggedEvent, { per }: ToldBurst): string {
	const [user, address, service] = [userEmailOf, ipAddressOf, serviceNameOf].map((read) => {
		const value = read(fields);
		return value === null ? undefined : plainText(String(value));
	});
	const isSaid = per === 'user' || per === 'who';
	const who = user === undefined ? address && `from ${address}` : `of ${user}`;
	const known = [isSaid ? undefined : who, service && `at ${service}`].filter(Boolean);
	const { type } = fields;
	if (known.length > 0 || typeof type !== 'string' || type === '') return known.join(' ');
	return `of type ${plainText(type)}`;
}

function spanOf(spanMs: number): string {
	const seconds = Math.max(1, Math.ceil(spanMs / 1000));
	return seconds <= SECONDS_TOLD
		? counted(seconds, 'second')
		: counted(Math.ceil(seconds / 60), 'minute');
}
