import type { EventLog } from './eventLog';
import { OrganizationEvents } from './generator/organizationEvents';
import { share } from './generator/randomness';

export interface LiveStreamOptions {
	/** On average; 1 unless given. */
	readonly ratePerSecond?: number;
	/** Share of events that become visible only after their creation; 0 unless given. */
	readonly lateShare?: number;
	/** How much later at most; 10 seconds unless given. */
	readonly maxLateMs?: number;
	/** Share of events that have the creation time of the one before; 0 unless given. */
	readonly tieShare?: number;
	/** Of what the events hold and which are late; 1 unless given. */
	readonly seed?: number;
}

/** An event that the stream has put into the log. */
export interface CreatedEvent {
	readonly id: string;
	readonly createdAtMs: number;
	/** When the service shows it: its creation, or later. */
	readonly visibleAtMs: number;
}

export interface LiveStream {
	/** Oldest first, those not yet visible included. */
	readonly created: readonly CreatedEvent[];
	/** No further events from now on; what is there stays. */
	stop(): void;
}

const CHECK_INTERVAL_MS = 100;

const TIE_SALT = 200;
const LATE_SALT = 201;
const DELAY_SALT = 202;
/** Keeps a stream's events apart from those of a seeded log with the same seed. */
const STREAM_SEED_OFFSET = 0x5eed;

interface Draw {
	readonly isTie: boolean;
	/** 0: visible at once. */
	readonly lateMs: number;
}

function drawAt(options: LiveStreamOptions, index: number): Draw {
	const { seed = 1, tieShare = 0, lateShare = 0, maxLateMs = 10_000 } = options;
	const isLate = share(seed, index, LATE_SALT) < lateShare;
	return {
		isTie: index > 0 && share(seed, index, TIE_SALT) < tieShare,
		lateMs: isLate ? Math.ceil(share(seed, index, DELAY_SALT) * maxLateMs) : 0,
	};
}

/** Adds one event after another, numbered from 0. */
class Writer {
	readonly created: CreatedEvent[] = [];
	private readonly events: OrganizationEvents;
	private lastCreatedAtMs = 0;

	constructor(
		private readonly log: EventLog,
		private readonly options: LiveStreamOptions,
	) {
		this.events = new OrganizationEvents((options.seed ?? 1) + STREAM_SEED_OFFSET);
	}

	write(nowMs: number): void {
		const index = this.created.length;
		const { isTie, lateMs } = drawAt(this.options, index);
		const createdAtMs = isTie ? this.lastCreatedAtMs : nowMs;
		const visibleAtMs = nowMs + lateMs;
		const event = this.events.eventAt(index, createdAtMs);
		this.log.append(lateMs > 0 ? { ...event, visibleAtMs } : event);
		this.created.push({ id: event.id, createdAtMs, visibleAtMs });
		this.lastCreatedAtMs = createdAtMs;
	}
}

/** Puts new events into a log as time goes by, until stopped. It keeps no process alive. */
export function startLiveStream(log: EventLog, options: LiveStreamOptions = {}): LiveStream {
	const { ratePerSecond = 1 } = options;
	const writer = new Writer(log, options);
	const startMs = Date.now();
	const timer = setInterval(() => {
		const nowMs = Date.now();
		const due = Math.floor(((nowMs - startMs) / 1000) * ratePerSecond);
		while (writer.created.length < due) writer.write(nowMs);
	}, CHECK_INTERVAL_MS);
	timer.unref();
	return { created: writer.created, stop: () => clearInterval(timer) };
}
