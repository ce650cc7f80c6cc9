import { hash } from 'node:crypto';
import { type EventFields, messageOf, toColumnValue } from './event';
import { toRecurringText } from '../lexicon/messageText';
import { deviceOf, foldedEmailOf, accessedServiceOf } from './subjects';

/** In 80 bits, the odds of one collision among a million different happenings are 1 to 10^12. */
const DEDUPE_KEY_LENGTH = 20;

/**
 * Hashes a happening, which is what happened to whom: type, subtype, action, user, device and service. If neither a
 * user nor a device is named, the message is added, without the parts that change from one time to the next. Time and
 * id are left out, so that the same happening has the same key each time.
 */
export function dedupeKeyOf(fields: EventFields): string {
	const user = foldedEmailOf(fields);
	const device = deviceOf(fields);
	const happening = [
		toColumnValue(fields.type),
		toColumnValue(fields.sub_type),
		toColumnValue(fields.action),
		user,
		device,
		accessedServiceOf(fields),
		...(user === null && device === null ? [recurringMessageOf(fields)] : []),
	];
	// No two different lists have the same JSON.
	return hash('sha256', JSON.stringify(happening), 'hex').slice(0, DEDUPE_KEY_LENGTH);
}

function recurringMessageOf(fields: EventFields): string | null {
	const message = messageOf(fields);
	return message === null ? null : toRecurringText(String(message));
}
