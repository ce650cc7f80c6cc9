import { DateTime } from 'luxon';
import type { EventRecord } from '../../sandbox/service';
import { TIMEZONE } from './month';
import type { ShownCell } from './openInLibreOffice';

/** The columns of a report, and what a person has to see in them of an event of the log. */
const COLUMNS: ReadonlyArray<readonly [name: string, read: (event: EventRecord) => unknown]> = [
	['createdAt', ({ createdAtMs }) => new Date(createdAtMs).toISOString()],
	['severity', ({ severity }) => severity],
	['userEmail', ({ userPrincipal }) => userPrincipal?.user?.email],
	['deviceName', ({ userPrincipal }) => userPrincipal?.device?.friendly_name],
	['serialNumber', ({ userPrincipal }) => userPrincipal?.device?.serial_number],
	['ipAddress', ({ userPrincipal }) => userPrincipal?.client?.ip_address.replace(/:\d+$/, '')],
	['service', serviceOf],
	['type', ({ type }) => type],
	['subType', ({ subType }) => subType],
	['action', ({ action }) => action],
	['result', ({ result }) => result],
	['message', ({ message }) => message.replace(/[\r\n]+/g, ' ')],
	['id', ({ id }) => id],
	['externalId', ({ externalId }) => externalId],
];

export const HEADER = [`localTime (${TIMEZONE})`, ...COLUMNS.map(([name]) => name)];

function serviceOf({ extra }: EventRecord): unknown {
	const service = extra?.service;
	return typeof service === 'object' && service !== null && 'name' in service ? service.name : '';
}

/** As the clocks of the report show it. */
export function localTimeOf({ createdAtMs }: EventRecord): string {
	return DateTime.fromMillis(createdAtMs, { zone: TIMEZONE }).toFormat('yyyy-MM-dd HH:mm:ss');
}

/** A row of the report: a date, and texts; what an event lacks is an empty cell. */
export function cellsOf(event: EventRecord): ShownCell[] {
	const texts = COLUMNS.map(([, read]) => {
		const value = read(event);
		const shown = typeof value === 'string' ? value : '';
		return { shown, isText: shown !== '' };
	});
	return [{ shown: localTimeOf(event), isText: false }, ...texts];
}
