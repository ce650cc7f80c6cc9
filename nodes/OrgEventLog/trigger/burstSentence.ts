import type { LoggedEvent } from '../api/event';
import { plainText } from '../api/quotedText';
import { counted } from '../output/digest';
import { ipAddressOf, serviceNameOf, userEmailOf } from '../output/subjects';
import type { Burst } from './bursts';

const MS_PER_SECOND = 1000;
/** Up to here a span is told in seconds. */
const SECONDS_TOLD = 120;

/** One line: "5 refusals of ada@example.com within 3 minutes, last at Payroll". */
export function burstSentence({ per, group, events }: Burst, noun: string): string {
	const value = plainText(String(group.value));
	const ofWhom = {
		...{ user: ` of ${value}`, device: ` of the device ${value}` },
		...{ happening: ' of the same kind', all: '' },
	}[per];
	const last = events[events.length - 1];
	const where = last === undefined ? '' : whereOf(last, per === 'user');
	const told = where === '' ? '' : `, last ${where}`;
	return `${counted(events.length, noun)}${ofWhom} within ${spanOf(events)}${told}`;
}

/** "of ada@example.com at Payroll", "from 203.0.113.7", "of type Identity". */
function whereOf({ fields }: LoggedEvent, isUserTold: boolean): string {
	const [user, address, service] = [userEmailOf, ipAddressOf, serviceNameOf].map((read) => {
		const value = read(fields);
		return value === null ? undefined : plainText(String(value));
	});
	const who = user === undefined ? address && `from ${address}` : `of ${user}`;
	const parts = [isUserTold ? undefined : who, service && `at ${service}`].filter(Boolean);
	const { type } = fields;
	if (parts.length > 0 || typeof type !== 'string' || type === '') return parts.join(' ');
	return `of type ${plainText(type)}`;
}

function spanOf(events: readonly LoggedEvent[]): string {
	const times = events.map(({ createdAtMs }) => createdAtMs);
	const spanMs = (times[times.length - 1] ?? 0) - (times[0] ?? 0);
	const seconds = Math.max(1, Math.ceil(spanMs / MS_PER_SECOND));
	return seconds <= SECONDS_TOLD
		? counted(seconds, 'second')
		: counted(Math.ceil(seconds / 60), 'minute');
}
