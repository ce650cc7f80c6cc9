import type { EventLog } from '../eventLog';
import type { CreatedEvent, LiveStream, LiveStreamOptions } from '../liveStream';
import { startLiveStream } from '../liveStream';
import type { EventOverrides } from '../makeEvent';
import { makeEvent } from '../makeEvent';

const FIRST_SEED = 1;

/** Everything that was added to a log while its service ran, by streams and by hand. */
export class Additions {
	private readonly byHand: CreatedEvent[] = [];
	private readonly streams: LiveStream[] = [];

	constructor(
		private readonly log: EventLog,
		private readonly clock: () => number,
	) {}

	/** Stream by stream, oldest first, then those by hand. */
	get created(): readonly CreatedEvent[] {
		return [...this.streams.flatMap((stream) => stream.created), ...this.byHand];
	}

	/** Replaces the running stream, if there is one, by a new one with events of its own. */
	startStream(options: LiveStreamOptions): void {
		this.stopStream();
		const seed = (options.seed ?? FIRST_SEED) + this.streams.length;
		this.streams.push(startLiveStream(this.log, { ...options, seed, clock: this.clock }));
	}

	stopStream(): void {
		this.streams.at(-1)?.stop();
	}

	/** Adds events by hand, created now unless they say otherwise. */
	add(overrides: readonly EventOverrides[]): readonly CreatedEvent[] {
		const nowMs = this.clock();
		const added = overrides.map((given) => {
			const event = makeEvent({ createdAtMs: nowMs, ...given });
			this.log.append(event);
			return {
				id: event.id,
				createdAtMs: event.createdAtMs,
				visibleAtMs: event.visibleAtMs ?? nowMs,
			};
		});
		this.byHand.push(...added);
		return added;
	}
}
