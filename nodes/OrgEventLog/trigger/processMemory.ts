import type { TriggerState } from './triggerState';

/** Maximum number of triggers remembered; the one that has not polled for longest is forgotten first. */
const MAX_TRIGGERS = 1_000;

/** Of a poll that delivered nothing. */
interface Progress {
	/** What was stored when it was made, as JSON, and what the trigger was set to. */
	readonly from: string;
	readonly settings: string;
	readonly state: TriggerState;
}

interface Memory {
	/** The number of the last poll that handed a state over to n8n, of all such polls; 0 for none. */
	readonly lastHandOver: number;
	readonly progress?: Progress;
}

const NOTHING: Memory = { lastHandOver: 0 };

/**
 * What polls know of each other in this process, beside the state that n8n keeps.
 *
 * Two polls of one trigger may overlap, as that of an activation and a scheduled one do, and with
 * n8n's durable scheduler each has a copy of the state of its own: only here they learn of each other.
 *
 * And n8n's durable scheduler without durable cursors saves nothing of a poll that delivers nothing,
 * so that each would begin where the last delivery was, and after a long stretch that the filters
 * drop none would ever arrive. Such progress is used on top of the very state that it was made from,
 * by the same settings: between the two nothing was delivered.
 */
export class ProcessMemory {
	private readonly byTrigger = new Map<string, Memory>();
	private handOvers = 0;

	/** For a poll that begins: whether another poll of the trigger has handed over since. */
	watchForOverlap(trigger: string): () => boolean {
		const before = this.of(trigger).lastHandOver;
		return () => this.of(trigger).lastHandOver !== before;
	}

	noteHandOver(trigger: string): void {
		this.handOvers += 1;
		this.set(trigger, { ...this.of(trigger), lastHandOver: this.handOvers });
	}

	/** The state to go on from, where the stored one is still what it was. */
	progressOnTopOf(stored: TriggerState, trigger: string, settings: string): TriggerState {
		const { progress } = this.of(trigger);
		if (progress?.settings !== settings || progress.from !== JSON.stringify(stored)) return stored;
		return progress.state;
	}

	rememberProgress(
		trigger: string,
		settings: string,
		stored: TriggerState,
		state: TriggerState,
	): void {
		const progress = { from: JSON.stringify(stored), settings, state };
		this.set(trigger, { ...this.of(trigger), progress });
	}

	forgetProgress(trigger: string): void {
		const { lastHandOver, progress } = this.of(trigger);
		if (progress !== undefined) this.set(trigger, { lastHandOver });
	}

	private of(trigger: string): Memory {
		return this.byTrigger.get(trigger) ?? NOTHING;
	}

	private set(trigger: string, memory: Memory): void {
		this.byTrigger.delete(trigger);
		this.byTrigger.set(trigger, memory);
		const [longestUnused] = this.byTrigger.keys();
		if (this.byTrigger.size > MAX_TRIGGERS && longestUnused !== undefined) {
			this.byTrigger.delete(longestUnused);
		}
	}
}
