import { randomBytes } from 'node:crypto';
import type { Copy } from './stateContext';
import type { TriggerState } from './triggerState';

/** Maximum number of triggers remembered; the one that has not polled for longest is forgotten first. */
const MAX_TRIGGERS = 1_000;
const HOUR_MS = 60 * 60 * 1000;

/** Of a poll that delivered nothing. */
interface Progress {
	/** What was stored when it was made, as JSON, and what the trigger was set to. */
	readonly from: string | undefined;
	readonly settings: string;
	readonly state: TriggerState;
}

/** The last delivery, and how often the state had been kept with it. */
interface Delivered {
	readonly writes: number;
	readonly atMs: number;
}

/** How a position that n8n has kept compares with the one that it was given with a delivery. */
export type PositionKept =
	| 'last'
	/** It is older, and the delivery so recent that n8n may still be saving it. */
	| 'beingSaved'
	/** It is older: n8n has lost the other one, or was given it in vain. */
	| 'older';

/** How long n8n may take to save what it was given; some 5 to 30 ms are usual. */
const SAVING_MS = 10_000;

interface Memory {
	/** The number of the last poll that handed a state over to n8n, of all such polls; 0 for none. */
	readonly lastHandOver: number;
	readonly progress?: Progress;
	/** How many answers in a row may have come from something that stands before the service. */
	readonly doubtfulAnswers: number;
	/** When the poll of an activation failed that was to begin; the host's clock, epoch milliseconds. */
	readonly failedToBeginAtMs?: number;
	/** Whether the last poll failed and was passed over. */
	readonly wasPassedOver?: boolean;
	/** When something was last done that need not be done by every poll, by what it is; epoch milliseconds. */
	readonly doneAtMs?: ReadonlyMap<string, number>;
	readonly delivered?: Delivered;
	/** What n8n had kept when the trigger polled last. */
	readonly kept?: Copy;
	/** Who polled last, and who polled before. */
	readonly poller?: object;
	readonly formerPollers: WeakSet<object>;
}

function nothing(): Memory {
	return { lastHandOver: 0, doubtfulAnswers: 0, formerPollers: new WeakSet() };
}

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
 *
 * A poll that begins in the milliseconds in which n8n saves what another one has delivered reads what
 * was kept before: here it learns of it.
 *
 * And what failed before tells what a failure is to be taken for, and when the trigger was to begin;
 * what was said or looked at before need not be with every poll.
 */
export class ProcessMemory {
	/** Tells this process of n8n from one before it, or beside it. */
	readonly processId = randomBytes(9).toString('base64url');
	private readonly byTrigger = new Map<string, Memory>();
	private handOvers = 0;

	/**
	 * For a poll that begins: whether another poll of the trigger has handed over since.
	 *
	 * @param trigger the ids of its workflow and of its node, with a space between them
	 */
	watchForOverlap(trigger: string): () => boolean {
		const before = this.of(trigger).lastHandOver;
		return () => this.of(trigger).lastHandOver !== before;
	}

	noteHandOver(trigger: string): void {
		this.handOvers += 1;
		this.set(trigger, { ...this.of(trigger), lastHandOver: this.handOvers });
	}

	/** @param writes how often the state had been kept, this time included */
	noteDelivery(trigger: string, writes: number, atMs: number): void {
		this.set(trigger, { ...this.of(trigger), delivered: { writes, atMs } });
	}

	/** @param writes how often the state had been kept when it was what n8n has; 0 for none */
	positionKept(trigger: string, writes: number, nowMs: number): PositionKept {
		const { delivered } = this.of(trigger);
		if (delivered === undefined || writes >= delivered.writes) return 'last';
		return Math.abs(nowMs - delivered.atMs) < SAVING_MS ? 'beingSaved' : 'older';
	}

	noteKept(trigger: string, kept: Copy | undefined): void {
		this.set(trigger, { ...this.of(trigger), kept });
	}

	/** What n8n had kept of the other triggers of the same workflow. */
	keptOfOthers(trigger: string): readonly Copy[] {
		const workflow = trigger.slice(0, trigger.indexOf(' ') + 1);
		return [...this.byTrigger]
			.filter(([other]) => other !== trigger && other.startsWith(workflow))
			.flatMap(([, { kept }]) => kept ?? []);
	}

	/** Whether this one polls again although another one has polled since: both are at it. */
	isPolledByTwo(trigger: string, poller: object): boolean {
		const memory = this.of(trigger);
		if (memory.poller === poller) return false;
		const isBack = memory.formerPollers.has(poller);
		memory.formerPollers.add(poller);
		this.set(trigger, { ...memory, poller });
		return isBack;
	}

	/** The state to go on from, where the stored one is still what it was. */
	progressOnTopOf(
		stored: TriggerState | undefined,
		trigger: string,
		settings: string,
	): TriggerState | undefined {
		const { progress } = this.of(trigger);
		if (progress?.settings !== settings || progress.from !== JSON.stringify(stored)) return stored;
		return progress.state;
	}

	rememberProgress(
		trigger: string,
		settings: string,
		stored: TriggerState | undefined,
		state: TriggerState,
	): void {
		const progress = { from: JSON.stringify(stored), settings, state };
		this.set(trigger, { ...this.of(trigger), progress });
	}

	forgetProgress(trigger: string): void {
		const memory = this.of(trigger);
		if (memory.progress !== undefined) this.set(trigger, { ...memory, progress: undefined });
	}

	/** Gives how many such answers there were in a row, this one included. */
	countDoubtfulAnswer(trigger: string): number {
		const memory = this.of(trigger);
		const doubtfulAnswers = memory.doubtfulAnswers + 1;
		this.set(trigger, { ...memory, doubtfulAnswers });
		return doubtfulAnswers;
	}

	noteFailureToBegin(trigger: string, atMs: number): void {
		const memory = this.of(trigger);
		this.set(trigger, { ...memory, failedToBeginAtMs: memory.failedToBeginAtMs ?? atMs });
	}

	/** For a poll that failed and may be passed over: whether it is, for no two in a row are. */
	passesOver(trigger: string, mayPassOver: boolean): boolean {
		const memory = this.of(trigger);
		const wasPassedOver = mayPassOver && memory.wasPassedOver !== true;
		this.set(trigger, { ...memory, wasPassedOver });
		return wasPassedOver;
	}

	/** For a poll that succeeded. Gives since when the trigger was to begin, if it could not. */
	forgetFailures(trigger: string): number | undefined {
		const { failedToBeginAtMs, ...memory } = this.of(trigger);
		this.set(trigger, { ...memory, doubtfulAnswers: 0, wasPassedOver: false });
		return failedToBeginAtMs;
	}

	/** Whether that has not been done for an hour, or so long; then it is noted as done. */
	isDue(trigger: string, what: string, nowMs: number, againAfterMs = HOUR_MS): boolean {
		const memory = this.of(trigger);
		const lastMs = memory.doneAtMs?.get(what);
		if (lastMs !== undefined && Math.abs(nowMs - lastMs) < againAfterMs) return false;
		this.set(trigger, { ...memory, doneAtMs: new Map(memory.doneAtMs).set(what, nowMs) });
		return true;
	}

	private of(trigger: string): Memory {
		return this.byTrigger.get(trigger) ?? nothing();
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
