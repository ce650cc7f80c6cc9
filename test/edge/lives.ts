import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { TRIGGER_HOSTS, type HostKind, InMemoryHost } from '../support/triggerHosts';
import type { Keys } from './keys';
import { asN8nKeepsThem, createPoller, type Item, type Poller } from './n8n';
import { dict, passes } from './oracle';
import type { Machine } from './processes';
import { hasHiddenEvents, mayTakeTooLong, Service, type Knobs, type ServedEvent } from './service';
import { type Run, tellEvents, tellKnobs, toEvent, toEvents } from './someLogs';
import { TriggerOracle } from './triggerOracle';

/** What happens to a trigger between two polls, or with one. */
export type Step =
	/** Events appear one after the other from now on, each as much later than its time as is said. */
	| {
			readonly kind: 'events';
			readonly runs: readonly Run[];
			readonly lateMs: number;
			/** How far their times lie ahead. */
			readonly aheadMs: number;
			/** Whether each is of a user of its own, the same ones in each of these steps. */
			readonly ofUsers: boolean;
	  }
	| { readonly kind: 'polls'; readonly count: number; readonly afterMs: number }
	/** Requests from this one on fail, or only this one, which is made again. */
	| {
			readonly kind: 'failedPoll';
			readonly at: number;
			readonly with: 'forbidden' | 'down' | 'once';
	  }
	/** n8n is killed during the poll, before it has written anything, and starts again. */
	| { readonly kind: 'lostPoll' }
	/** n8n is killed when it has written the state, and before it has made an execution. */
	| { readonly kind: 'pollKilledBetweenWrites' }
	/** Somebody deactivates the workflow and activates it again, or n8n is killed and starts again. */
	| { readonly kind: 'restart'; readonly how: 'published' | 'killed' }
	| { readonly kind: 'change'; readonly to: INodeParameters }
	/** Time passes without a poll, and the log keeps no more than the last of it; then events appear. */
	| {
			readonly kind: 'standstill';
			readonly forMs: number;
			readonly keptMs: number;
			readonly runs: readonly Run[];
	  }
	| { readonly kind: 'testRun' };

export interface Life {
	readonly host: HostKind;
	readonly timezone: string;
	readonly hostOffsetMs: number;
	readonly knobs: Knobs;
	/** A key that may read only Feed, which it then is that the trigger reads. */
	readonly mayReadOnlyFeed: boolean;
	readonly entered: INodeParameters;
	/** What the log holds before the trigger is activated, and how long ago that ended. */
	readonly before: readonly Run[];
	readonly beforeMs: number;
	readonly steps: readonly Step[];
}

const BEGIN_MS = Date.UTC(2026, 6, 15, 10, 20, 30, 400);
const ACTIVATION_BUDGET_MS = 5 * 60_000;

type Activation = 'activate' | 'init';

const isState = (saved: string | undefined) =>
	saved !== undefined && !['{}', '{"global":{}}'].includes(saved);

/** A service, an n8n that may be killed, and one trigger node between them. */
class World {
	private readonly service: Service;
	private readonly host;
	private readonly oracle = new TriggerOracle();
	private entered: INodeParameters;
	private kept: { readonly of: INodeParameters; readonly parameters: INodeParameters } | undefined;
	private process = 0;
	private poller: Poller | undefined;
	private store: ReturnType<InMemoryHost['begin']> | undefined;
	/** What n8n's database held of the state after the last poll. */
	private saved: string;
	private warnings: string[] = [];
	private logged = 0;
	private isBegun = false;
	private readonly told: string[] = [];

	constructor(
		private readonly life: Life,
		private readonly machine: Machine,
		private readonly keys: Keys,
		private readonly workflowId: string,
	) {
		const { clock } = machine;
		clock.trueMs = BEGIN_MS;
		clock.hostOffsetMs = life.hostOffsetMs;
		const spanMs = life.before.reduce((sum, run) => sum + run.gapMs + run.count * run.stepMs, 0);
		const fromMs = BEGIN_MS - life.beforeMs - spanMs;
		const before = toEvents(life.before, (offsetMs) => ({
			createdAtMs: fromMs + offsetMs,
			visibleAtMs: fromMs + offsetMs,
		}));
		this.service = new Service(life.knobs, clock, before);
		this.logged = before.length;
		this.host = TRIGGER_HOSTS[life.host]();
		this.saved = this.heldByDatabase();
		this.entered = life.entered;
	}

	private mayFail(): boolean {
		const { knobs } = this.life;
		const { all } = this.service;
		return hasHiddenEvents(knobs, all) || mayTakeTooLong(knobs, all);
	}

	/** @returns what is wrong; undefined for nothing */
	async live(): Promise<string | undefined> {
		await this.keys.learn(this.service.all);
		let wrong = await this.poll({ activation: 'activate' });
		for (const step of this.life.steps) {
			if (wrong !== undefined) break;
			wrong = await this.take(step);
		}
		return wrong === undefined ? undefined : [wrong, ...this.told, ...this.telling()].join('\n');
	}

	private telling(): string[] {
		const { host, hostOffsetMs, knobs, timezone } = this.life;
		return [
			`${host}, host ${hostOffsetMs} ms ahead, in ${timezone}; service: ${tellKnobs(knobs)}`,
			`parameters: ${JSON.stringify(this.parameters())}`,
			...tellEvents(this.service.all),
		];
	}

	private async take(step: Step): Promise<string | undefined> {
		const { clock } = this.machine;
		switch (step.kind) {
			case 'events':
				this.add(step);
				await this.keys.learn(this.service.all);
				return undefined;
			case 'polls':
				for (let polls = 0; polls < step.count; polls++) {
					clock.trueMs += step.afterMs;
					const wrong = await this.poll({});
					if (wrong !== undefined) return wrong;
				}
				return undefined;
			case 'failedPoll':
				clock.trueMs += 60_000;
				return await this.poll({ fails: step });
			case 'lostPoll':
				clock.trueMs += 60_000;
				return (await this.poll({ fate: 'lost' })) ?? (await this.restart('killed'));
			case 'pollKilledBetweenWrites':
				clock.trueMs += 60_000;
				return (await this.poll({ fate: 'killedBetweenWrites' })) ?? (await this.restart('killed'));
			case 'restart':
				return await this.restart(step.how);
			case 'change':
				this.entered = { ...this.entered, ...step.to };
				this.told.push(`changed to ${JSON.stringify(step.to)}`);
				return undefined;
			case 'standstill':
				clock.trueMs += step.forMs;
				this.service.forgetBefore(clock.trueMs - step.keptMs);
				this.told.push(`the log keeps the last ${step.keptMs} ms`);
				this.add({ kind: 'events', runs: step.runs, lateMs: 0, aheadMs: 0, ofUsers: false });
				await this.keys.learn(this.service.all);
				return undefined;
			case 'testRun':
				return await this.testRun();
		}
	}

	private add({ runs, lateMs, aheadMs, ofUsers }: Extract<Step, { kind: 'events' }>): void {
		const { trueMs } = this.machine.clock;
		const events: ServedEvent[] = toEvents(
			runs,
			(offsetMs) => ({
				createdAtMs: trueMs + offsetMs - lateMs + aheadMs,
				visibleAtMs: trueMs + offsetMs,
			}),
			this.logged,
		);
		this.logged += events.length;
		this.service.add(
			ofUsers
				? events.map((event, user) =>
						toEvent(runs[0]?.kind ?? 0, Number(event.id.slice('event-'.length)), event, user),
					)
				: events,
		);
	}

	private async restart(how: 'published' | 'killed'): Promise<string | undefined> {
		this.machine.clock.trueMs += 20_000;
		if (how === 'killed') {
			this.host.kill();
			this.process += 1;
			this.noteIfSaved();
			this.oracle.noteKilled();
		} else if (this.host instanceof InMemoryHost) {
			this.host.deactivate();
			this.noteIfSaved();
		}
		if (how === 'published') this.oracle.notePublished();
		this.told.push(how);
		return await this.poll({ activation: how === 'killed' ? 'init' : 'activate' });
	}

	private parameters(): INodeParameters {
		const [nodes] = this.machine.processes;
		if (nodes === undefined) return {};
		if (this.kept?.of !== this.entered) {
			this.kept = { of: this.entered, parameters: asN8nKeepsThem(nodes.trigger, this.entered) };
		}
		return this.kept.parameters;
	}

	private async poll({
		activation,
		fails,
		fate = 'kept',
	}: {
		readonly activation?: Activation;
		readonly fails?: Extract<Step, { kind: 'failedPoll' }>;
		readonly fate?: 'kept' | 'lost' | 'killedBetweenWrites';
	}): Promise<string | undefined> {
		const { life, machine, host, service, oracle, process } = this;
		const { clock } = machine;
		const nodes = machine.processes[process];
		if (nodes === undefined) return undefined;
		const nodeName = 'Node under test';
		const isActivation = activation !== undefined;
		const store = host.begin({ activation: isActivation, nodeName });
		this.store = store;
		this.warnings = [];
		const budgetMs = isActivation ? ACTIVATION_BUDGET_MS : host.budgetMs;
		const parameters = this.parameters();
		if (isActivation || !host.keepsContexts || this.poller === undefined) {
			this.poller = this.pollerOf('trigger', activation ?? 'update', budgetMs);
		}
		const { requests, listRefusals } = service;
		const isOfFeed = parameters.source !== 'list';
		service.refusesList = life.mayReadOnlyFeed && isOfFeed;
		service.isDown = fails?.with === 'down' ? 'down' : undefined;
		service.stumbles = new Map(
			fails === undefined || fails.with === 'down'
				? []
				: [[requests + fails.at, fails.with === 'once' ? 'unavailable' : 'forbidden']],
		);
		const startedAtMs = clock.trueMs;
		const { poller } = this;
		const work = async () => await poller(nodes.trigger);
		let items: readonly Item[] | null = null;
		let failure: unknown;
		try {
			items = await (fails === undefined ? work() : machine.sleep.during(work));
		} catch (thrown) {
			failure = thrown ?? 'nothing';
		}
		service.isDown = undefined;
		const isHit = fails !== undefined && service.requests >= requests + fails.at;
		service.stumbles = new Map();
		this.told.push(
			`poll at ${new Date(startedAtMs).toISOString()}${isActivation ? ` (${activation})` : ''}: ${
				failure === undefined ? `${items?.length ?? 'no'} items` : 'failed'
			}${fate === 'kept' ? '' : `, ${fate}`}, ${service.requests - requests} requests`,
		);
		const result = failure !== undefined ? 'failed' : items === null ? 'empty' : 'emitted';
		const end = { activation: isActivation, nodeName, result } as const;
		if (fate === 'kept') host.end(store, end);
		if (fate === 'killedBetweenWrites') host.endBetweenWrites(store, end);
		const size = Math.max(...[store.node(nodeName), store.global()].map(sizeOf));
		if (size > 65_536) return `the state takes ${size} bytes`;
		// Of Feed, List is only to tell where the log begins and ends: that is not known then.
		const isListRefused = isOfFeed && service.listRefusals > listRefusals;
		service.refusesList = false;
		const isStopped = isHit && fails.with !== 'once' && !isListRefused;
		// An instant that is served in another order each time may take small pages more than all of the time.
		const isTimeUsedUp = clock.trueMs - startedAtMs > budgetMs * 0.8;
		const isEndless = isTimeUsedUp && service.knobs.ties === 'shuffled';
		const mayFail = isStopped || isEndless || this.mayFail();
		if (failure !== undefined && !mayFail) return `fails: ${messageOf(failure)}`;
		const isPassedOver = this.warnings.some((warning) =>
			warning.includes('could not be read on activation'),
		);
		if (isPassedOver && !mayFail) return `passes over: ${this.warnings.join(' ')}`;
		if (failure !== undefined || isStopped || isPassedOver) {
			return (items ?? []).length > 0 ? 'a poll that failed delivers' : undefined;
		}
		const savesWithExecution = life.host === 'durableCursors';
		if (fate === 'lost' || (fate === 'killedBetweenWrites' && savesWithExecution)) return undefined;
		// Without an execution n8n has written nothing that it could be killed behind.
		if (fate === 'killedBetweenWrites' && items === null) return undefined;
		this.isBegun = true;
		const wrong = oracle.judge({
			...{ parameters, service, startedAtMs, budgetMs, process, savesWithExecution },
			timezone: life.timezone,
			endedAtMs: clock.trueMs,
			hostOffsetMs: life.hostOffsetMs,
			isListRefused,
			items: items ?? [],
			warnings: this.warnings,
			keyOf: this.keys.of,
		});
		// n8n saves with every delivery, whether the node has changed its state or not.
		if (items !== null) oracle.noteSaved();
		this.noteIfSaved();
		return wrong;
	}

	private heldByDatabase(): string {
		return this.host.backUp().filter(isState).join('\n');
	}

	private noteIfSaved(): void {
		const saved = this.heldByDatabase();
		if (saved !== this.saved) this.oracle.noteSaved();
		this.saved = saved;
	}

	private pollerOf(
		mode: 'trigger' | 'manual',
		activation: Activation | 'update',
		budgetMs: number,
	) {
		return createPoller({
			service: this.service,
			parameters: () => this.parameters(),
			timezone: this.life.timezone,
			...{ budgetMs, activation, mode },
			workflowId: this.workflowId,
			nodeName: 'Node under test',
			staticData: () => {
				if (this.store === undefined) throw new Error('n8n has no static data yet');
				return this.store;
			},
			warn: (message) => this.warnings.push(message),
		});
	}

	/** It touches no state. */
	private async testRun(): Promise<string | undefined> {
		const { store, machine, process } = this;
		const nodes = machine.processes[process];
		if (store === undefined || nodes === undefined || !this.isBegun) return undefined;
		const states = () => JSON.stringify([store.node('Node under test'), store.global()]);
		const before = states();
		const startedAtMs = machine.clock.trueMs;
		const poller = this.pollerOf('manual', 'update', ACTIVATION_BUDGET_MS);
		let items: readonly Item[] | null = null;
		try {
			items = await poller(nodes.trigger);
		} catch {
			// It says so where there is nothing to show.
		}
		if (states() !== before) return 'a test run touches the state';
		const { emit } = this.entered;
		if (emit !== 'events' && emit !== undefined) return undefined;
		if (this.mayFail()) return undefined;
		return this.judgeTestRun(items?.map(({ json }) => json) ?? [], startedAtMs);
	}

	/** The newest that passes, and how many more of the newest do. */
	private judgeTestRun(
		shown: ReadonlyArray<Readonly<Record<string, unknown>>>,
		startedAtMs: number,
	): string | undefined {
		const { oracle, service, machine } = this;
		const parameters = this.parameters();
		const read = oracle.newest(service, startedAtMs);
		if (read.length !== oracle.newest(service, machine.clock.trueMs).length) return undefined;
		const doPass = (event: ServedEvent) => passes(event, parameters, this.life.timezone);
		const newest = read.find(doPass);
		const [json, ...others] = shown;
		if (others.length > 0) return `a test run shows ${shown.length} events`;
		const event = read.find(({ id }) => id === json?.id);
		if (event?.createdAtMs !== newest?.createdAtMs)
			return `a test run shows ${event?.id} instead of ${newest?.id}`;
		// The service has filtered what is read from List, and of equal times any is the newest.
		if (json === undefined || parameters.source === 'list') return undefined;
		const [, of, more] =
			/^More matches among the newest (\S+) events? that the service returned: (\S+)$/.exec(
				String(json.note),
			) ?? [];
		const [count, total] = [more, of].map((number) => Number(number?.replaceAll(',', '')));
		const isTied = read[Number(total) - 1]?.createdAtMs === read[Number(total)]?.createdAtMs;
		const passing = read.slice(0, total).filter(doPass).length - 1;
		return isTied || count === passing
			? undefined
			: `a test run says ${String(json.note)}, not ${passing}`;
	}
}

function sizeOf(data: object): number {
	return Object.values(dict(data)).reduce<number>(
		(most, value) => Math.max(most, JSON.stringify(value ?? null).length),
		0,
	);
}

function messageOf(thrown: unknown): string {
	return thrown instanceof Error
		? `${thrown.message} ${String(Reflect.get(thrown, 'description'))}`
		: String(thrown);
}

let lives = 0;

/** Lives through it all. @returns what is wrong; undefined for nothing */
export async function liveThrough(
	life: Life,
	machine: Machine,
	keys: Keys,
): Promise<string | undefined> {
	return await new World(life, machine, keys, `workflow-${++lives}`).live();
}

/** Hours and shorter, for lives go on for hours. */
export function anyShortRun(maxCount: number): fc.Arbitrary<Run> {
	return fc.record({
		gapMs: fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 0, max: 5000 }), fc.constant(60_000)),
		count: fc.oneof(
			{ weight: 8, arbitrary: fc.integer({ min: 1, max: 4 }) },
			{ weight: 3, arbitrary: fc.integer({ min: 1, max: maxCount }) },
		),
		stepMs: fc.oneof(
			{ weight: 3, arbitrary: fc.constantFrom(0, 1) },
			{ weight: 3, arbitrary: fc.integer({ min: 0, max: 3000 }) },
			{ weight: 2, arbitrary: fc.constantFrom(20_000, 60_000) },
		),
		kind: fc.oneof(fc.nat(15), fc.nat(400), fc.nat(1_000_000)),
		vary: fc.constantFrom(0, 0, 1, 1, 17),
	});
}
