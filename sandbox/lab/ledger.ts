import type { TrackedPoll } from '../externalSystems/pollTracker';
import type { CreatedEvent } from '../service';

/** What one execution was handed, by whoever has seen it: n8n's database, or the sink. */
export interface Handover {
	readonly id: number;
	/** `success`, `crashed`, `running`, … */
	readonly status: string;
	readonly createdAtMs: number;
	/** The events that the trigger handed to it, in order. */
	readonly eventIds: readonly string[];
	/** Those of them that it says to hand over once more. */
	readonly redeliveredIds: readonly string[];
}

/** A kill of n8n, and what was in its database then. */
export interface Kill {
	readonly atMs: number;
	/** The newest poll at that time. */
	readonly poll?: TrackedPoll;
	readonly executions: readonly Handover[];
	/** Creation time of the newest event that the saved state counts as consumed. */
	readonly savedWatermarkMs: number;
}

/** What n8n had written of a poll's events when it was killed. */
type Written = 'nothing' | 'state' | 'execution' | 'both';

interface Loss {
	readonly eventId: string;
	/** n8n was killed when it had saved the state and not yet created the execution. */
	readonly isExplained: boolean;
}

interface Repeat {
	readonly eventId: string;
	/** Ids of the execution that was handed it last before, and of this one. */
	readonly executions: readonly [number, number];
	/** n8n was killed when it had created the first execution and not yet saved the state. */
	readonly isExplained: boolean;
	/** The item says that it is a repetition. */
	readonly isSaid: boolean;
}

/**
 * What is promised: each event once; each at least once, and repetitions say so; or each once but for what n8n itself
 * loses or repeats when it is killed between its two writes.
 */
export type Guarantee = 'exactlyOnce' | 'repeatsSaySo' | 'onceButForKills';

/** The service tells its time in whole seconds; what lies ahead of it doesn't move the watermark. */
const SERVICE_CLOCK_STEP_MS = 1_000;

/** Whether the state that was saved counts these events, found by the poll, as consumed. */
function isStateSaved({ poll, savedWatermarkMs }: Kill, events: readonly CreatedEvent[]): boolean {
	const presentMs = (poll?.startedAtMs ?? 0) - SERVICE_CLOCK_STEP_MS;
	const times = events.map(({ createdAtMs }) => createdAtMs).filter((ms) => ms <= presentMs);
	return times.length > 0 && savedWatermarkMs >= Math.max(...times);
}

/** What n8n had written of what the poll before the kill had found; `undefined` where it had found nothing new. */
export function writtenAt(kill: Kill, created: readonly CreatedEvent[]): Written | undefined {
	const { poll, executions } = kill;
	if (poll === undefined) return undefined;
	const earlier = executions.filter(({ createdAtMs }) => createdAtMs < poll.startedAtMs);
	const known = new Set(earlier.flatMap(({ eventIds }) => eventIds));
	const found = created.filter(
		({ id, visibleAtMs }) => visibleAtMs <= poll.lastRequestAtMs && !known.has(id),
	);
	if (found.length === 0) return undefined;
	const hasExecution = executions.length > earlier.length;
	if (isStateSaved(kill, found)) return hasExecution ? 'both' : 'state';
	return hasExecution ? 'execution' : 'nothing';
}

/** Every event that had to be delivered, every execution that was handed some, and what one says of the other. */
export class Ledger {
	readonly kills: Kill[] = [];
	private readonly expected: Array<readonly CreatedEvent[]> = [];
	private readonly seen = new Map<number, Handover>();

	/** Events that the trigger has to deliver; the list may still grow. */
	expect(events: readonly CreatedEvent[]): void {
		this.expected.push(events);
	}

	/** Executions as they are now. n8n empties some that it gives up: what they were handed is remembered. */
	see(executions: readonly Handover[]): void {
		for (const execution of executions) {
			const known = this.seen.get(execution.id);
			const isEmptied = execution.eventIds.length === 0 && known !== undefined;
			this.seen.set(execution.id, isEmptied ? { ...known, status: execution.status } : execution);
		}
	}

	get created(): readonly CreatedEvent[] {
		return this.expected.flat();
	}

	/** All that were handed events, in the order of their ids. */
	get executions(): readonly Handover[] {
		const handed = [...this.seen.values()].filter(({ eventIds }) => eventIds.length > 0);
		return handed.sort((one, other) => one.id - other.id);
	}

	/** Events that no execution was handed. */
	get lost(): readonly Loss[] {
		const delivered = this.deliveredIds;
		return this.created
			.filter(({ id }) => !delivered.has(id))
			.map((event) => ({ eventId: event.id, isExplained: this.isOnlyStateSaved(event) }));
	}

	/** Each delivery of an event beyond its first. */
	get repeats(): readonly Repeat[] {
		const latest = new Map<string, Handover>();
		const repeats: Repeat[] = [];
		for (const execution of this.executions) {
			const said = new Set(execution.redeliveredIds);
			for (const eventId of execution.eventIds) {
				const first = latest.get(eventId);
				if (first !== undefined) {
					const isExplained = this.isStateUnsaved(first, execution);
					const executions = [first.id, execution.id] as const;
					repeats.push({ eventId, executions, isExplained, isSaid: said.has(eventId) });
				}
				latest.set(eventId, execution);
			}
		}
		return repeats;
	}

	/** Events that were delivered and are not of those to be, such as older ones. */
	get unexpected(): readonly string[] {
		const expected = new Set(this.created.map(({ id }) => id));
		return [...this.deliveredIds].filter((id) => !expected.has(id));
	}

	/** Events that were only handed to executions that n8n did not bring to their end. */
	get unfinished(): readonly string[] {
		const ended = this.executions.filter(({ status }) => status === 'success');
		const finished = new Set(ended.flatMap(({ eventIds }) => eventIds));
		return [...this.deliveredIds].filter((id) => !finished.has(id));
	}

	/** Losses that a guarantee doesn't allow: what is still to come, where something may come. */
	missing(guarantee: Guarantee): readonly Loss[] {
		const explains = guarantee === 'onceButForKills';
		return this.lost.filter(({ isExplained }) => !(explains && isExplained));
	}

	/** The rule: what does not hold of a guarantee, in words; nothing where all is well. */
	faults(guarantee: Guarantee): string[] {
		const { created, repeats, unexpected } = this;
		if (created.length === 0) return ['no events were created'];
		const explains = guarantee === 'onceButForKills';
		const unexplained = this.missing(guarantee);
		const wrongly = repeats.filter(({ isExplained, isSaid }) => {
			if (guarantee === 'repeatsSaySo') return !isSaid;
			return !(explains && isExplained);
		});
		const counts: Array<readonly [number, string]> = [
			[unexplained.length, `of ${created.length} events were lost`],
			[wrongly.length, 'times an event came twice'],
			[unexpected.length, 'events came that should not have come'],
		];
		return counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
	}

	/** All of it in one line. */
	toString(): string {
		const { created, lost, repeats, executions, kills, unfinished } = this;
		const explained = (found: ReadonlyArray<{ isExplained: boolean }>) =>
			found.filter(({ isExplained }) => isExplained).length;
		const said = repeats.filter(({ isSaid }) => isSaid).length;
		return [
			`${created.length} created, ${created.length - lost.length} delivered`,
			`${lost.length} lost (${explained(lost)} by kills)`,
			`${repeats.length} repeated (${explained(repeats)} by kills, ${said} say so)`,
			`${executions.length} executions, ${kills.length} kills`,
			`${unfinished.length} only in executions that did not succeed`,
		].join('; ');
	}

	private get deliveredIds(): Set<string> {
		return new Set(this.executions.flatMap(({ eventIds }) => eventIds));
	}

	/** A poll before some kill had found the event, and only the state of it was written. */
	private isOnlyStateSaved(event: CreatedEvent): boolean {
		const { kills, created } = this;
		return kills.some(
			(kill) =>
				event.visibleAtMs <= (kill.poll?.lastRequestAtMs ?? 0) &&
				writtenAt(kill, created) === 'state',
		);
	}

	/** A kill between two executions left the first one created and its state unsaved. */
	private isStateUnsaved(first: Handover, again: Handover): boolean {
		const between = this.kills.find(
			({ atMs }) => atMs >= first.createdAtMs && atMs <= again.createdAtMs,
		);
		if (between === undefined) return false;
		const ids = new Set(first.eventIds);
		const events = this.created.filter(({ id }) => ids.has(id));
		return !isStateSaved(between, events);
	}
}
