import type { ClockReading, Present } from './present';

/** What people should know about the times that a poll came across. Times are epoch milliseconds. */
export type ClockRemark =
	| { readonly kind: 'serviceTimeDisbelieved'; readonly reading: ClockReading }
	| { readonly kind: 'eventsWait'; readonly nextMs: number }
	| { readonly kind: 'startIsToCome'; readonly startMs: number }
	| { readonly kind: 'positionTakenBack'; readonly fromMs: number; readonly toMs: number };

export function remarksOn({ disbelieved: reading }: Present): readonly ClockRemark[] {
	return reading === undefined ? [] : [{ kind: 'serviceTimeDisbelieved', reading }];
}

export interface LogNote {
	readonly level: 'info' | 'warn';
	readonly message: string;
}

export function toLogNote(remark: ClockRemark): LogNote {
	switch (remark.kind) {
		case 'serviceTimeDisbelieved': {
			const { serviceMs, hostMs } = remark.reading;
			return warning(
				`The service's time can't be right: its Date header says ${inWords(serviceMs)}, this host's clock ${inWords(hostMs)}. It is not used, the host's clock is`,
			);
		}
		case 'eventsWait':
			return warning(
				`More events are dated in the future than can be remembered; the others wait until then, the next one until ${inWords(remark.nextMs)}. If that is not the future, a clock is wrong: the service's (its Date header) or, where it has none, this host's`,
			);
		case 'startIsToCome':
			return {
				level: 'info',
				message: `The trigger begins with events from ${inWords(remark.startMs)} on, which is still to come`,
			};
		case 'positionTakenBack':
			return warning(
				`The stored position of this trigger lay in the future (${inWords(remark.fromMs)}), so nothing would have been delivered until then. It goes on from ${inWords(remark.toMs)}: what is younger may be repeated, what is older and was not delivered can be read with List`,
			);
	}
}

function warning(message: string): LogNote {
	return { level: 'warn', message };
}

function inWords(timeMs: number): string {
	const date = new Date(timeMs);
	return Number.isNaN(date.getTime()) ? `${timeMs} ms` : date.toISOString();
}
