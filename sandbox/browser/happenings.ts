import type { EventLog } from '../service';
import { makeEvent } from '../service';

/** Somebody is refused access to one and the same service, so many times just now. Gives when, epoch ms. */
export function refuseAccess(log: EventLog, userEmail: string, times: number): number {
	const nowMs = Date.now();
	const events = Array.from({ length: times }, (_, index) =>
		makeEvent({
			type: 'Access',
			subType: 'Connection',
			action: 'Unauthorized',
			severity: 'ERROR',
			result: '',
			message: `${userEmail} was denied wiki.example.com`,
			userEmail,
			createdAtMs: nowMs + index,
		}),
	);
	log.append(...events);
	return nowMs;
}
