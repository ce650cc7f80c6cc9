/** What people should know about the times that a poll came across. Times are epoch milliseconds. */
export type ClockRemark =
	| { readonly kind: 'eventsWait'; readonly nextMs: number }
	| { readonly kind: 'startIsToCome'; readonly startMs: number };

export interface LogNote {
	readonly level: 'info' | 'warn';
	readonly message: string;
}

export function toLogNote(remark: ClockRemark): LogNote {
	switch (remark.kind) {
		case 'eventsWait':
			return {
				level: 'warn',
				message: `More events are dated in the future than can be remembered; the others wait until then, the next one until ${inWords(remark.nextMs)}. If that is not the future, the service's clock (its Date header) and this host's are both behind`,
			};
		case 'startIsToCome':
			return {
				level: 'info',
				message: `The trigger begins with events from ${inWords(remark.startMs)} on, which is still to come`,
			};
	}
}

function inWords(timeMs: number): string {
	const date = new Date(timeMs);
	return Number.isNaN(date.getTime()) ? `${timeMs} ms` : date.toISOString();
}
