import { createStaticData, type StaticDataStore } from './n8nContexts/staticData';

/** How one poll ended. */
export interface PollEnd {
	readonly activation: boolean;
	readonly result: 'emitted' | 'empty' | 'failed';
	readonly nodeName: string;
}

/** How long the poll of an activation may take, in every mode. */
export const ACTIVATION_BUDGET_MS = 5 * 60_000;
const DURABLE_BUDGET_MS = 36_000;

/** What a kind of n8n keeps of a trigger's static data from poll to poll (n8n 2.40.7). */
export interface TriggerHost {
	/** Whether the context of an activation is kept for all polls after it. */
	readonly keepsContexts: boolean;
	/** How long a scheduled poll may take, where n8n is to be asked for it. */
	readonly budgetMs: number;
	/** The static data that the next poll gets. */
	begin(poll: { activation: boolean; nodeName: string }): StaticDataStore;
	/** Keeps of it what n8n keeps. */
	end(store: StaticDataStore, end: PollEnd): void;
	/** Keeps what n8n has written if it is killed in the midst of it, or can't make an execution. */
	endBetweenWrites(store: StaticDataStore, end: PollEnd): void;
	/** What n8n's database holds now of the workflow; assign to it to roll that back. */
	saved: string;
	/** All that n8n's database holds now of the trigger, for `restore`. */
	backUp(): readonly (string | undefined)[];
	restore(backup: readonly (string | undefined)[]): void;
	/** The process is gone, and with it what was only in memory. */
	kill(): void;
}

function saves({ activation, result }: PollEnd): boolean {
	return result === 'emitted' || (activation && result !== 'failed');
}

/** Saves with every emit and after activation, when it was marked changed, before it makes an execution. */
abstract class SavingWorkflowOnly {
	saved = '{}';

	end(store: StaticDataStore, end: PollEnd): void {
		if (saves(end) && store.changed) this.saved = store.save();
	}

	/** The state is written, and the execution was to be made next. */
	endBetweenWrites(store: StaticDataStore, end: PollEnd): void {
		this.end(store, end);
	}

	backUp(): readonly (string | undefined)[] {
		return [this.saved];
	}

	restore([saved = '{}']: readonly (string | undefined)[]): void {
		this.saved = saved;
	}
}

/** One object in memory. */
export class InMemoryHost extends SavingWorkflowOnly implements TriggerHost {
	readonly keepsContexts = true;
	readonly budgetMs = ACTIVATION_BUDGET_MS;
	private live?: StaticDataStore;

	begin({ activation }: { activation: boolean }): StaticDataStore {
		if (activation || this.live === undefined) this.live = createStaticData(this.saved);
		return this.live;
	}

	/** n8n saves on deactivation too. */
	deactivate(): void {
		if (this.live?.changed === true) this.saved = this.live.save();
		this.live = undefined;
	}

	kill(): void {
		this.live = undefined;
	}
}

/** Durable scheduler without cursors: fresh from the database each time. */
export class DurableSchedulerHost extends SavingWorkflowOnly implements TriggerHost {
	readonly keepsContexts = false;
	readonly budgetMs = DURABLE_BUDGET_MS;

	begin(): StaticDataStore {
		return createStaticData(this.saved);
	}

	kill(): void {}
}

/**
 * Durable cursors: the node's part is a row of its own by the node's id, committed by every poll
 * but one that failed and an empty one on activation. The global part is saved as above.
 */
export class DurableCursorsHost implements TriggerHost {
	readonly keepsContexts = false;
	readonly budgetMs = DURABLE_BUDGET_MS;
	saved = '{}';
	private cursor?: string;
	private readonly begunFrom = new WeakMap<StaticDataStore, string>();

	begin({ nodeName }: { nodeName: string }): StaticDataStore {
		const saved = createStaticData(this.saved);
		this.cursor ??= JSON.stringify(saved.node(nodeName));
		const store = createStaticData(JSON.stringify({ global: saved.global() }), this.cursor);
		this.begunFrom.set(store, this.cursor);
		return store;
	}

	end(store: StaticDataStore, end: PollEnd): void {
		const { activation, result } = end;
		const cursor = JSON.stringify(store.cursor);
		const isChanged = cursor !== this.begunFrom.get(store);
		if (isChanged && (result === 'emitted' || (result === 'empty' && !activation)))
			this.cursor = cursor;
		this.saveGlobal(store, end);
	}

	/** Killed with the workflow's part written and the transaction of cursor and execution not. */
	endBetweenWrites(store: StaticDataStore, end: PollEnd): void {
		this.saveGlobal(store, end);
	}

	backUp(): readonly (string | undefined)[] {
		return [this.saved, this.cursor];
	}

	restore([saved = '{}', cursor]: readonly (string | undefined)[]): void {
		this.saved = saved;
		this.cursor = cursor;
	}

	private saveGlobal(store: StaticDataStore, end: PollEnd): void {
		if (saves(end) && store.changed) this.saved = JSON.stringify({ global: store.global() });
	}

	kill(): void {}
}

export const TRIGGER_HOSTS = {
	inMemory: () => new InMemoryHost(),
	durableScheduler: () => new DurableSchedulerHost(),
	durableCursors: () => new DurableCursorsHost(),
} as const satisfies Record<string, () => TriggerHost>;

export type HostKind = keyof typeof TRIGGER_HOSTS;

export const HOST_KINDS: readonly HostKind[] = ['inMemory', 'durableScheduler', 'durableCursors'];
/** Those that write the state before they make an execution of what it covers. */
export const IN_TWO_WRITES: readonly HostKind[] = ['inMemory', 'durableScheduler'];
