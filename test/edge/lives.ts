import type { INodeParameters } from 'n8n-workflow';
import { TRIGGER_HOSTS, type HostKind, InMemoryHost } from '../support/triggerHosts';
import { identifyAll } from './alertOracle';
import { dict, without } from './documentedFields';
import { passes } from './documentedFilters';
import { type Knobs, readsByTrial } from './knobs';
import { type Item, type Poller, asN8nKeepsThem, createPoller, messageOf } from './n8n';
import { StoredCredential } from './n8nRequests';
import type { Machine } from './processes';
import { exceedsQuota, hasUnreadableInstant, judgeRequests, mostRequests } from './requestOracle';
import { Service, type Stumble } from './service';
import { type Run, tellEvents, toEvents } from './someEvents';
import { TriggerOracle } from './triggerOracle';

/** What happens to a trigger between two polls, or with one. */
export type Step =
	/** Events appear one after the other from now on, so late after their time, which may lie ahead. */
	| {
			readonly kind: 'events';
			readonly runs: readonly Run[];
			readonly lateMs: number;
			readonly aheadMs: number;
	  }
	| { readonly kind: 'polls'; readonly count: number; readonly afterMs: number }
	/** All requests from this one on fail, or this one alone. */
	| {
			readonly kind: 'failedPoll';
			readonly at: number;
			readonly with: Stumble;
			readonly isOnce: boolean;
	  }
	/** n8n is killed during the poll, before it has written anything, and starts again. */
	| { readonly kind: 'lostPoll' }
	/** n8n is killed when it has written the state, and before it has made an execution. */
	| { readonly kind: 'pollKilledBetweenWrites' }
	/** Somebody deactivates the workflow and activates it again, or n8n is killed and starts again. */
	| { readonly kind: 'restart'; readonly how: 'published' | 'killed' }
	| { readonly kind: 'change'; readonly to: INodeParameters }
	/** Time passes without a poll. */
	| { readonly kind: 'standstill'; readonly forMs: number }
	/** The service gives pages of another length from now on. */
	| { readonly kind: 'caps'; readonly to: Pick<Knobs, 'listMaxLimit' | 'feedMaxLimit'> }
	| { readonly kind: 'testRun' };

export interface Life {
	readonly host: HostKind;
	readonly timezone: string;
	readonly hostOffsetMs: number;
	readonly knobs: Knobs;
	/** A key that may read only Feed, which the trigger then reads. */
	readonly mayReadOnlyFeed: boolean;
	readonly entered: INodeParameters;
	/** The log before the trigger is activated, which ended so long ago. */
	readonly before: readonly Run[];
	readonly beforeMs: number;
	readonly steps: readonly Step[];
}

interface PollOptions {
	readonly activation?: 'activate' | 'init';
	readonly fails?: Extract<Step, { kind: 'failedPoll' }>;
	readonly fate?: 'kept' | 'lost' | 'killedBetweenWrites';
}

const BEGIN_MS = Date.UTC(2026, 6, 15, 10, 20, 30, 400);
const MINUTE = 60_000;
const ACTIVATION_BUDGET_MS = 5 * MINUTE;
const NODE_NAME = 'Node under test';

const isState = (saved: string | undefined) =>
	saved !== undefined && !['{}', '{"global":{}}'].includes(saved);

/** A service, an n8n that may be killed, and one trigger node between them. */
class World {
	private readonly service: Service;
	private readonly credential: StoredCredential;
	private readonly host;
	private readonly oracle = new TriggerOracle();
	private entered: INodeParameters;
	private kept: { readonly of: INodeParameters; readonly parameters: INodeParameters } | undefined;
	private process = 0;
	private poller: Poller | undefined;
	private store: ReturnType<InMemoryHost['begin']> | undefined;
	/** The state that n8n's database held after the last poll. */
	private saved: string;
	private warnings: string[] = [];
	private logged = 0;
	private isBegun = false;
	private readonly told: string[] = [];

	constructor(
		private readonly life: Life,
		private readonly machine: Machine,
		private readonly workflowId: string,
	) {
		const { clock } = machine;
		clock.trueMs = BEGIN_MS;
		clock.hostOffsetMs = life.hostOffsetMs;
		machine.begin(life.knobs.seed);
		const spanMs = life.before.reduce((sum, run) => sum + run.gapMs + run.count * run.stepMs, 0);
		const fromMs = BEGIN_MS - life.beforeMs - spanMs;
		this.service = new Service(life.knobs, clock);
		this.add(life.before, (offsetMs) => [fromMs + offsetMs, fromMs + offsetMs]);
		this.credential = new StoredCredential(this.nodes.credential, this.service);
		this.host = TRIGGER_HOSTS[life.host]();
		this.saved = this.heldByDatabase();
		this.entered = life.entered;
	}

	/** @returns the fault; undefined for none */
	async live(): Promise<string | undefined> {
		let wrong = await this.poll({ activation: 'activate' });
		for (const step of this.life.steps) wrong ??= await this.take(step);
		wrong ??= await this.drain();
		return wrong === undefined ? undefined : [wrong, ...this.told, ...this.tell()].join('\n');
	}

	private tell(): string[] {
		const { host, hostOffsetMs, timezone } = this.life;
		const { all, requests, knobs } = this.service;
		return [
			`${host}, host ${hostOffsetMs} ms ahead, in ${timezone}; service: ${JSON.stringify(knobs)}`,
			`parameters: ${JSON.stringify(this.parameters())}`,
			...tellEvents(all),
			...requests.slice(-30).map(({ text, entries }) => `${text}: ${entries ?? 'failed'}`),
		];
	}

	private async take(step: Step): Promise<string | undefined> {
		const { clock } = this.machine;
		switch (step.kind) {
			case 'events': {
				const { trueMs } = clock;
				const shiftMs = step.aheadMs - step.lateMs;
				this.add(step.runs, (offsetMs) => [trueMs + offsetMs + shiftMs, trueMs + offsetMs]);
				return undefined;
			}
			case 'polls': {
				let wrong: string | undefined;
				for (let polls = 0; polls < step.count; polls++)
					wrong ??= await this.pollAfter(step.afterMs);
				return wrong;
			}
			case 'failedPoll':
				return await this.pollAfter(MINUTE, { fails: step });
			case 'lostPoll':
				return (await this.pollAfter(MINUTE, { fate: 'lost' })) ?? (await this.restart('killed'));
			case 'pollKilledBetweenWrites': {
				const wrong = await this.pollAfter(MINUTE, { fate: 'killedBetweenWrites' });
				return wrong ?? (await this.restart('killed'));
			}
			case 'restart':
				return await this.restart(step.how);
			case 'change':
				this.entered = { ...this.entered, ...step.to };
				this.told.push(`changed to ${JSON.stringify(step.to)}`);
				return undefined;
			case 'standstill':
				clock.trueMs += step.forMs;
				return undefined;
			case 'caps':
				this.service.knobs = { ...this.service.knobs, ...step.to };
				this.told.push(`pages of ${JSON.stringify(step.to)}`);
				return undefined;
			case 'testRun':
				return await this.testRun();
		}
	}

	/** A backlog is drained, with progress in every poll, at the pace of the quota. */
	private async drain(): Promise<string | undefined> {
		const { quota } = this.service.knobs;
		// A trial that a quota ends fails loudly, and may do so again.
		if (quota !== undefined && readsByTrial(this.service.knobs)) return undefined;
		if (exceedsQuota(this.service, this.parameters())) return undefined;
		let wrong: string | undefined;
		const { maxEventsPerPoll = 5000 } = dict(this.parameters().options);
		const requests = mostRequests(this.service, this.parameters());
		const most =
			5 +
			2 * Math.ceil(requests / (quota?.requests ?? requests)) +
			Math.ceil(this.service.all.length / Number(maxEventsPerPoll));
		for (let polls = 0; polls < most && this.owed().length > 0; polls++) {
			wrong ??= await this.pollAfter(MINUTE);
		}
		const owed = this.owed();
		if (owed.length === 0 || hasUnreadableInstant(this.service)) return wrong;
		return wrong ?? `${owed.length} events are not drained after ${most} polls`;
	}

	private owed() {
		const { trueMs } = this.machine.clock;
		return this.oracle.owed({
			...this.facts(trueMs),
			...{ isHindered: false, isListRefused: false, savesWithExecution: false },
		});
	}

	private add(
		runs: readonly Run[],
		timesOf: (offsetMs: number) => readonly [createdAtMs: number, visibleAtMs: number],
	): void {
		const events = toEvents(
			runs,
			(offsetMs) => {
				const [createdAtMs, visibleAtMs] = timesOf(offsetMs);
				return { createdAtMs, visibleAtMs };
			},
			this.logged,
		);
		this.logged += events.length;
		this.service.add(events);
	}

	private async restart(how: 'published' | 'killed'): Promise<string | undefined> {
		this.machine.clock.trueMs += 20_000;
		if (how === 'killed') {
			this.host.kill();
			this.process += 1;
			this.noteIfSaved();
			this.oracle.noteKilled();
		} else {
			if (this.host instanceof InMemoryHost) this.host.deactivate();
			this.noteIfSaved();
			this.oracle.notePublished();
		}
		this.told.push(how);
		return await this.poll({ activation: how === 'killed' ? 'init' : 'activate' });
	}

	private get nodes() {
		const nodes = this.machine.processes[this.process];
		if (nodes === undefined) throw new Error('No process of n8n is left');
		return nodes;
	}

	private parameters(): INodeParameters {
		if (this.kept?.of !== this.entered) {
			const parameters = asN8nKeepsThem(this.nodes.trigger, this.entered);
			this.kept = { of: this.entered, parameters };
		}
		return this.kept.parameters;
	}

	private async pollAfter(ms: number, options: PollOptions = {}): Promise<string | undefined> {
		this.machine.clock.trueMs += ms;
		return await this.poll(options);
	}

	private async poll({
		activation,
		fails,
		fate = 'kept',
	}: PollOptions): Promise<string | undefined> {
		const { life, machine, host, service, oracle, nodes } = this;
		const isActivation = activation !== undefined;
		const store = host.begin({ activation: isActivation, nodeName: NODE_NAME });
		this.store = store;
		this.warnings = [];
		const budgetMs = isActivation ? ACTIVATION_BUDGET_MS : host.budgetMs;
		const parameters = this.parameters();
		if (isActivation || !host.keepsContexts || this.poller === undefined) {
			this.poller = this.createPoller('trigger', activation ?? 'update', budgetMs);
		}
		const from = service.requests.length;
		service.refusesList = life.mayReadOnlyFeed && sourceOf(parameters) === 'feed';
		const stumbles = fails === undefined ? [] : stumblesFrom(from, fails);
		service.stumbles = new Map(stumbles);
		service.mostRequests = from + 3000;
		const startedAtMs = machine.clock.trueMs;
		const { poller } = this;
		let items: readonly Item[] | null = null;
		let failure: unknown;
		try {
			items = await machine.sleep.during(async () => await poller(nodes.trigger));
		} catch (thrown) {
			failure = thrown ?? 'nothing';
		}
		service.stumbles = new Map();
		const requests = service.requests.slice(from);
		const tookMs = machine.clock.trueMs - startedAtMs;
		this.told.push(
			`poll at ${new Date(startedAtMs).toISOString()} ${activation ?? ''}: ${
				failure === undefined ? `${items?.length ?? 'no'} items` : 'failed'
			}, ${fate}, ${requests.length} requests, ${tookMs} ms ${this.warnings.join('; ')}`,
		);
		const result = failure !== undefined ? 'failed' : items === null ? 'empty' : 'emitted';
		const end = { activation: isActivation, nodeName: NODE_NAME, result } as const;
		if (fate === 'kept') host.end(store, end);
		if (fate === 'killedBetweenWrites') host.endBetweenWrites(store, end);
		const size = Math.max(...[store.node(NODE_NAME), store.global()].map(sizeOf));
		if (size > 65_536) return `the state takes ${size} bytes`;
		const wrongRequests = judgeRequests({ service, parameters, reads: 1, given: requests });
		if (wrongRequests !== undefined) return wrongRequests;
		const { overMaxLimit, saysExpiredWith } = service.knobs;
		// The few events that tell whether a page was too long may stumble.
		const isPlain = overMaxLimit === 'cap';
		// Told with status 200, a token is exchanged only once.
		const isToldOnce = saysExpiredWith === 401 || fails?.with !== 'revoked';
		const isSurvived = fails?.isOnce === true && isPlain && isToldOnce;
		const isHindered =
			tookMs > budgetMs / 8 ||
			hasUnreadableInstant(service) ||
			requests.some((one) => one.isHindered || (one.isStumbling && !isSurvived));
		const isPassedOver = this.warnings.some((one) => /could not be read on activation/.test(one));
		if (failure !== undefined || isPassedOver) {
			oracle.noteFailed(startedAtMs);
			if ((items ?? []).length > 0) return 'a poll that failed delivers';
			return isHindered ? undefined : `fails: ${messageOf(failure ?? this.warnings.join())}`;
		}
		const savesWithExecution = life.host === 'durableCursors';
		if (fate === 'lost' || (fate === 'killedBetweenWrites' && savesWithExecution)) return undefined;
		// Without an execution n8n has written nothing that it could be killed behind.
		if (fate === 'killedBetweenWrites' && items === null) return undefined;
		this.isBegun = true;
		const wrong = oracle.judge({
			...this.facts(startedAtMs),
			...{ isHindered, savesWithExecution, items: items ?? [], warnings: this.warnings },
			isListRefused: service.refusesList,
		});
		// n8n saves with every delivery, whether the node has changed its state or not.
		if (items !== null) oracle.noteSaved();
		this.noteIfSaved();
		return wrong;
	}

	private facts(startedAtMs: number) {
		const { life, service, process } = this;
		const parameters = this.parameters();
		const { columns } = dict(parameters.options);
		return {
			...{ service, process, startedAtMs, endedAtMs: this.machine.clock.trueMs },
			...{ timezone: life.timezone, hostOffsetMs: life.hostOffsetMs },
			isCut: life.steps.some(({ kind }) => kind === 'caps'),
			parameters: {
				...parameters,
				source: sourceOf(parameters),
				columns,
			},
		};
	}

	private heldByDatabase(): string {
		return this.host.backUp().filter(isState).join('\n');
	}

	private noteIfSaved(): void {
		const saved = this.heldByDatabase();
		if (saved !== this.saved) this.oracle.noteSaved();
		this.saved = saved;
	}

	private createPoller(
		mode: 'trigger' | 'manual',
		activation: 'activate' | 'init' | 'update',
		budgetMs: number,
	): Poller {
		return createPoller({
			credential: this.credential,
			parameters: () => this.parameters(),
			timezone: this.life.timezone,
			...{ budgetMs, activation, mode },
			workflowId: this.workflowId,
			nodeName: NODE_NAME,
			staticData: () => {
				if (this.store === undefined) throw new Error('n8n has no static data yet');
				return this.store;
			},
			warn: (message) => this.warnings.push(message),
			inform: (message) => this.warnings.push(message),
		});
	}

	/** It touches no state, and shows one event that passes where a recent one does. */
	private async testRun(): Promise<string | undefined> {
		const { store, machine, nodes, service } = this;
		if (store === undefined || !this.isBegun) return undefined;
		const states = () => JSON.stringify([store.node(NODE_NAME), store.global()]);
		const before = states();
		const startedAtMs = machine.clock.trueMs;
		const from = service.requests.length;
		service.refusesList = false;
		const poller = this.createPoller('manual', 'update', ACTIVATION_BUDGET_MS);
		let items: readonly Item[] | null = null;
		try {
			items = await machine.sleep.during(async () => await poller(nodes.trigger));
		} catch {
			// It says so where there is nothing to show.
		}
		if (states() !== before) return 'a test run touches the state';
		const isHindered = service.requests
			.slice(from)
			.some((one) => one.isHindered || one.isStumbling);
		const emit = this.entered.emit ?? 'events';
		if (emit !== 'events' || isHindered || hasUnreadableInstant(service)) return undefined;
		const facts = this.facts(startedAtMs);
		const passing = service
			.shownAt(facts.endedAtMs)
			.filter(({ saysForTime }) => saysForTime === undefined)
			.filter((event) => passes(event, facts.parameters, facts.timezone));
		const shown = (items ?? []).map(({ json }) => without('note', json));
		const events = identifyAll(facts, shown);
		if (typeof events === 'string') return `a test run shows ${events}`;
		const isRight = events.length <= 1 && events.every((event) => passing.includes(event));
		const mayBeNone =
			!passing.some(({ visibleAtMs }) => visibleAtMs <= startedAtMs) ||
			service.knobs.keptMs < Infinity;
		if (isRight && (events.length === 1 || mayBeNone)) return undefined;
		return `a test run shows ${JSON.stringify(shown)}`;
	}
}

function sourceOf({ options }: INodeParameters): 'list' | 'feed' {
	return dict(options).source === 'list' ? 'list' : 'feed';
}

function stumblesFrom(
	made: number,
	{ at, with: stumble, isOnce }: Extract<Step, { kind: 'failedPoll' }>,
): ReadonlyArray<readonly [number, Stumble]> {
	const numbers = Array.from({ length: isOnce ? 1 : 100 }, (_, index) => made + at + index);
	return numbers.map((number) => [number, stumble]);
}

function sizeOf(data: object): number {
	return Object.values(dict(data)).reduce<number>(
		(most, value) => Math.max(most, JSON.stringify(value ?? null).length),
		0,
	);
}

let lives = 0;

/** Lives through it all. @returns the fault; undefined for none */
export async function liveThrough(life: Life, machine: Machine): Promise<string | undefined> {
	return await new World(life, machine, `workflow-${++lives}`).live();
}
