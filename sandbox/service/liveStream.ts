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

/** Puts new events into a log as time goes by, until stopped. It keeps no process alive. */
export function startLiveStream(log: EventLog, options: LiveStreamOptions = {}): LiveStream {
	const { ratePerSecond = 1, lateShare = 0, maxLateMs = 10_000, tieShare = 0, seed = 1 } = options;
	const events = new OrganizationEvents(seed + STREAM_SEED_OFFSET);
	const created: CreatedEvent[] = [];
	const write = (nowMs: number) => {
		const index = created.length;
		const isTie = share(seed, index, TIE_SALT) < tieShare;
		const isLate = share(seed, index, LATE_SALT) < lateShare;
		const lateMs = isLate ? Math.ceil(share(seed, index, DELAY_SALT) * maxLateMs) : 0;
		const createdAtMs = (isTie ? created.at(-1)?.createdAtMs : undefined) ?? nowMs;
		const visibleAtMs = nowMs + lateMs;
		const event = events.eventAt(index, createdAtMs);
		log.append(isLate ? { ...event, visibleAtMs } : event);
		created.push({ id: event.id, createdAtMs, visibleAtMs });
	};
	const startMs = Date.now();
	const timer = setInterval(() => {
		const nowMs = Date.now();
		const due = Math.floor(((nowMs - startMs) / 1000) * ratePerSecond);
		while (created.length < due) write(nowMs);
	}, CHECK_INTERVAL_MS);
	timer.unref();
	return { created, stop: () => clearInterval(timer) };
}
