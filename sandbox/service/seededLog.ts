import { EventLog } from './eventLog';
import { OrganizationEvents } from './generator/organizationEvents';
import { share } from './generator/randomness';

/** 2024-05-01 and 2024-06-01, UTC: what a seeded log spans unless told otherwise. */
export const DEFAULT_LOG_START_MS = 1_714_521_600_000;
export const DEFAULT_LOG_END_MS = 1_717_200_000_000;

interface SeededLogOptions {
	/** Which of the many possible logs. */
	readonly seed: number;
	/** How many events. */
	readonly events: number;
	/** Epoch milliseconds; every event is created at or after it. */
	readonly startMs?: number;
	/** Epoch milliseconds; every event is created before it. */
	readonly endMs?: number;
	/** How many events share each creation time; 1 unless given. */
	readonly tieWidth?: number;
	/**
	 * `even`, unless given. `bursty`: half of the events lie in the hundredth of the span that begins
	 * half-way, and the quarter of the span before that is empty.
	 */
	readonly density?: 'even' | 'bursty';
}

const { floor } = Math;

const TIME_SALT = 100;

/** Where in the span a share of the events has come to pass. Growing, as times must be sorted. */
const DENSITIES = {
	even: (part: number) => part,
	bursty: (part: number) => {
		if (part < 0.25) return part;
		if (part < 0.75) return 0.5 + ((part - 0.25) / 0.5) * 0.01;
		return 0.51 + ((part - 0.75) / 0.25) * 0.49;
	},
} as const;

function createdTimes(options: SeededLogOptions): number[] {
	const { events, seed, tieWidth = 1, density = 'even' } = options;
	const { startMs = DEFAULT_LOG_START_MS, endMs = DEFAULT_LOG_END_MS } = options;
	const groups = Math.ceil(events / tieWidth);
	return Array.from({ length: events }, (_, index) => {
		const group = floor(index / tieWidth);
		// Half a step of jitter keeps neighbours apart wherever a step is two milliseconds or more.
		const part = (group + share(seed, group, TIME_SALT) / 2) / groups;
		return floor(startMs + DENSITIES[density](part) * (endMs - startMs));
	});
}

/** A log of plausible events, the same for the same options. */
export function seededLog(options: SeededLogOptions): EventLog {
	return new EventLog(new OrganizationEvents(options.seed), createdTimes(options));
}
