import type { EventLog, EventRecord } from '../service';
import type { LogRow } from './client/pageState';
import { MAX_LOG_ROWS } from './client/pageState';
import type { PageModel } from './model';

const MAX_TEXT_LENGTH = 400;

function rowOf(event: EventRecord, state: LogRow['state']): LogRow {
	const { user, device } = event.userPrincipal ?? {};
	return {
		id: event.id,
		createdAtMs: event.createdAtMs,
		visibleAtMs: event.visibleAtMs ?? event.createdAtMs,
		severity: event.severity,
		kind: [event.type, event.subType, event.action].join(' · '),
		message: event.message.slice(0, MAX_TEXT_LENGTH),
		user: user?.email ?? '',
		device: device?.friendly_name ?? '',
		state,
		isPressed: false,
	};
}

/** Shows the newest events of a log, and from now on each that is added. Gives the way to stop. */
export function showLog(log: EventLog, model: PageModel): () => void {
	const first = Math.max(0, log.size - MAX_LOG_ROWS);
	const newest = Array.from({ length: log.size - first }, (_, index) => log.at(first + index));
	model.change({ events: newest.map((event) => rowOf(event, 'before')), logSize: log.size });
	return log.watch((events) => {
		const shown = events.slice(-MAX_LOG_ROWS);
		model.change({ events: shown.map((event) => rowOf(event, 'waiting')), logSize: log.size });
	});
}
