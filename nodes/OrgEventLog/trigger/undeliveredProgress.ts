import type { TriggerState } from './triggerState';

/** So many triggers are remembered; those that made no use of it for longest are forgotten first. */
const MOST_TRIGGERS = 1_000;

interface Progress {
	/** What was stored when it was made, as JSON, and what the trigger was set to. */
	readonly from: string;
	readonly settings: string;
	readonly state: TriggerState;
}

/**
 * How far polls have come that delivered nothing. n8n's durable scheduler without durable cursors
 * saves nothing of such a poll, so that each of them would begin where the last delivery was, and
 * behind a long stretch that the filters drop none would ever arrive. It is only used on top of the
 * very state that it was made from, by the same settings: between the two nothing was delivered.
 */
export class UndeliveredProgress {
	private readonly byTrigger = new Map<string, Progress>();

	/** The state to go on from, where the stored one is still what it was. */
	onTopOf(stored: TriggerState, trigger: string, settings: string): TriggerState {
		const progress = this.byTrigger.get(trigger);
		if (progress?.settings !== settings || progress.from !== JSON.stringify(stored)) return stored;
		return progress.state;
	}

	remember(trigger: string, settings: string, stored: TriggerState, state: TriggerState): void {
		this.byTrigger.delete(trigger);
		this.byTrigger.set(trigger, { from: JSON.stringify(stored), settings, state });
		const [longestUnused] = this.byTrigger.keys();
		if (this.byTrigger.size > MOST_TRIGGERS && longestUnused !== undefined) {
			this.byTrigger.delete(longestUnused);
		}
	}

	forget(trigger: string): void {
		this.byTrigger.delete(trigger);
	}
}
