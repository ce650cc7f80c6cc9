import { MalformedRecords } from '../../nodes/OrgEventLog/api/malformedRecords';
import { OrgEventLogTrigger } from '../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import { EventLogFailure } from '../../nodes/OrgEventLog/errors/failure';
import { ProcessMemory } from '../../nodes/OrgEventLog/trigger/n8n/processMemory';
import { StateStore } from '../../nodes/OrgEventLog/trigger/n8n/stateStoreContext';
import type { TriggerSettings } from '../../nodes/OrgEventLog/parameters/parseTriggerSettings';
import type { Emit } from '../../nodes/OrgEventLog/trigger/emits/emit';
import { pollAndKeep, type KeptPoll } from '../../nodes/OrgEventLog/trigger/n8n/pollAndKeepContext';
import { PollClock } from '../../nodes/OrgEventLog/trigger/pollClock';
import { ServedLog } from '../../nodes/OrgEventLog/reading/servedLog';
import { createModelLog, type ModelBehaviour, type ModelEvent, type ModelLog } from './modelLog';
import { createPollContext, type StaticDataStore } from './n8nContexts';
import type { PollEnd, TriggerHost } from './triggerHosts';

/** What becomes of n8n with a poll. */
export type Fate =
	/** n8n keeps and dispatches what the poll gave. */
	| 'kept'
	/** n8n gives the poll up, and lives. */
	| 'givenUp'
	| 'killedBefore'
	/** Its state is written, and no execution made. */
	| 'killedBetween'
	| 'killedAfter';

export interface PollStep {
	readonly occasion?: KeptPoll['occasion'];
	readonly fate?: Fate;
	/** Which of its requests fails, from 1 on. */
	readonly failsAt?: number | null;
}

/** An event that an execution was given, or a burst. */
export interface Handed {
	/** Of a burst, whose it is and its moment. */
	readonly id: string;
	readonly redelivered: unknown;
	/** Which of n8n's processes gave it, from 0 on. */
	readonly process: number;
}

export interface LifeOptions {
	readonly host: TriggerHost;
	readonly behaviour: ModelBehaviour;
	readonly settings: TriggerSettings;
	readonly emit: Emit;
	readonly readingTimeMs: number;
	readonly requestMs: number;
	readonly seed: number;
}

/** Of one poll: far more than any needs. */
const MAX_REQUESTS = 1_000;
const NODE_TYPE = new OrgEventLogTrigger();
const WORKFLOW_ID = 'workflow-1';
const NODE_ID = 'node-1';
const LOG_SCOPE = '0123456789abcdef';

/** A poll that has ended, and what is still to come of it in n8n. */
interface Ended {
	readonly handed: readonly Handed[];
	/** n8n saves and dispatches. */
	readonly settle: (fate: Fate) => void;
}

/** One trigger in one kind of n8n, without a network: a log, a clock and n8n-core's own PollContext. */
export class TriggerLife {
	readonly log: ModelLog;
	readonly handed: Handed[] = [];
	/** Ids of what polls gave whose executions were never made. */
	readonly undispatched = new Set<string>();
	nodeName = 'Trigger';
	/** How long a poll may read. */
	readingTimeMs: number;
	private memory = new ProcessMemory();
	private processes = 0;

	constructor(private readonly options: LifeOptions) {
		this.log = createModelLog([], options.behaviour, options.seed);
		this.readingTimeMs = options.readingTimeMs;
	}

	get host(): TriggerHost {
		return this.options.host;
	}

	add(...events: readonly ModelEvent[]): void {
		this.log.events = [...this.log.events, ...events];
	}

	/** Gives whether anything was delivered. */
	async poll({ occasion = 'schedule', fate = 'kept', failsAt = null }: PollStep = {}) {
		const ended = await this.run(occasion, failsAt);
		ended.settle(fate);
		if (fate.startsWith('killed')) this.restart();
		return ended.handed.length > 0;
	}

	/** Two polls at once. n8n may be slow to save, so that the second begins before it has. */
	async pollTwice(first: KeptPoll['occasion'], isSavedLate: boolean): Promise<void> {
		if (!isSavedLate) {
			const settled = async (occasion: KeptPoll['occasion']) =>
				(await this.run(occasion, null)).settle('kept');
			await Promise.all([settled(first), settled('schedule')]);
			return;
		}
		const one = await this.run(first, null);
		const other = await this.run('schedule', null);
		one.settle('kept');
		other.settle('kept');
	}

	/** n8n's process ends, as planned or not, and another one takes its place. */
	restart(): void {
		this.host.kill();
		this.memory = new ProcessMemory();
		this.processes += 1;
	}

	private async run(occasion: KeptPoll['occasion'], failsAt: number | null): Promise<Ended> {
		const { host, nodeName } = this;
		const activation = occasion !== 'schedule';
		const store = host.begin({ activation, nodeName });
		const context = contextOf(store, nodeName);
		const first = this.log.requests.length;
		this.log.beforeRequest = (number) => {
			this.log.nowMs += this.options.requestMs;
			if (number - first > MAX_REQUESTS) throw new Error('A poll asks for ever');
			if (number - first === failsAt) throw new EventLogFailure('serverError', { status: 502 });
		};
		const process = this.processes;
		const outcome = await pollAndKeep(context, this.pollOf(occasion, context)).then(
			(output) => ({ result: output === null ? ('empty' as const) : ('emitted' as const), output }),
			(thrown: unknown) => {
				if (thrown instanceof EventLogFailure) return { result: 'failed' as const, output: null };
				throw thrown;
			},
		);
		const handed = (outcome.output?.[0] ?? []).map(({ json }) => ({
			id: typeof json.id === 'string' ? json.id : JSON.stringify([json.value, json.to]),
			redelivered: json.redelivered,
			process,
		}));
		const end: PollEnd = { activation, nodeName, result: outcome.result };
		return { handed, settle: (fate) => this.settle(fate, store, end, handed) };
	}

	private settle(
		fate: Fate,
		store: StaticDataStore,
		end: PollEnd,
		handed: readonly Handed[],
	): void {
		if (fate === 'kept' || fate === 'killedAfter') {
			this.host.end(store, end);
			this.handed.push(...handed);
		}
		if (fate !== 'killedBetween') return;
		this.host.endBetweenWrites(store, end);
		for (const { id } of handed) this.undispatched.add(id);
	}

	private pollOf(occasion: KeptPoll['occasion'], context: ReturnType<typeof contextOf>): KeptPoll {
		const { settings, emit, behaviour, seed } = this.options;
		const { memory, log, readingTimeMs } = this;
		const { fetchPage } = log;
		const store = new StateStore(context, memory, occasion);
		const keepsOrder = behaviour.order === 'honoured' && behaviour.letterCase === undefined;
		const isOrderReliable = keepsOrder && seed % 2 === 0;
		const clock = new PollClock(Date.now);
		const source = clock.takeTimeFrom({ fetchPage, pageSize: settings.pageSize, isOrderReliable });
		const served = new ServedLog(source, store.profileOf(LOG_SCOPE, settings.source), Date.now);
		return {
			...{ occasion, settings, emit, readingTimeMs, store },
			log: {
				...{ served, unfiltered: served, clock },
				malformed: new MalformedRecords(),
				readOldest: async () => await Promise.resolve(undefined),
				readNewest: async () => (await fetchPage({ order: 'DESC', skip: 0, limit: 1 })).events[0],
				matches: ({ fields }) => fields.dropped !== true,
			},
			logScope: LOG_SCOPE,
		};
	}
}

function contextOf(staticData: StaticDataStore, nodeName: string) {
	return createPollContext({
		...{ node: NODE_TYPE, staticData, nodeName },
		...{ nodeId: NODE_ID, workflowId: WORKFLOW_ID },
	}).context;
}
