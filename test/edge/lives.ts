import type { INodeParameters } from 'n8n-workflow';
import { TRIGGER_HOSTS, type HostKind, InMemoryHost } from '../support/triggerHosts';
import { identifyAll } from './alertOracle';
import { dict, without } from './documentedFields';
import { passes } from './documentedFilters';
import { type Knobs, readsByTrial } from './knobs';
import { type Item, type Poller, asN8nKeepsThem, createPoller, messageOf } from './n8n';
import { StoredCredential } from './n8nRequests';
import type { Machine } from './processes';
import {
	exceedsQuota,
	hasNoTimeForLate,
	hasUnreadableInstant,
	judgeRequests,
	mostRequests,
} from './requestOracle';
import { Service, type Stumble } from './service';
import { type Run, tellEvents, toEvents } from './someEvents';
import { TriggerOracle } from './triggerOracle';

/** All requests of a poll from this one on fail, or this one alone. */
export interface Failing {
	readonly at: number;
	readonly with: Stumble;
	readonly isOnce: boolean;
}

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
	| (Failing & { readonly kind: 'failedPoll' })
	/** n8n is killed before it has written anything, and starts again; or a durable scheduler gives the poll up, and lives. */
	| { readonly kind: 'lostPoll'; readonly isGivenUp: boolean }
	/** A slow poll and the next one, or a publication's and a scheduled one. */
	| { readonly kind: 'twoPolls' }
	/** n8n is killed when it has written the state, and before it has made an execution. */
	| { readonly kind: 'pollKilledBetweenWrites' }
	/** Somebody deactivates the workflow and activates it again, and may have renamed the node. */
	| { readonly kind: 'publication'; readonly nodeName: string; readonly fails?: Failing }
	/** n8n is killed and starts again, maybe from a backup of its database: as it was so many deliveries ago. */
	| { readonly kind: 'restart'; readonly rollsBack: number }
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
	readonly fails?: Failing;
	readonly fate?: 'kept' | 'lost' | 'givenUp' | 'killedBetweenWrites';
	/** At once; the first of them for the activation, if it is one. */
	readonly polls?: number;
}

const BEGIN_MS = Date.UTC(2026, 6, 15, 10, 20, 30, 400);
const MINUTE = 60_000;
const ACTIVATION_BUDGET_MS = 5 * MINUTE;

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
	private nodeName = 'Node under test';
	private process = 0;
	private poller: Poller | undefined;
	private store: ReturnType<InMemoryHost['begin']> | undefined;
	/** What n8n's database held after the last poll, and each time that the oracle was told of it. */
	private saved: string;
	private readonly backups: Array<ReturnType<InMemoryHost['backUp']>>;
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
		this.backups = [this.host.backUp()];
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
				if (step.isGivenUp && !this.host.keepsContexts)
					return await this.pollAfter(MINUTE, { fate: 'givenUp' });
				return (await this.pollAfter(MINUTE, { fate: 'lost' })) ?? (await this.restart());
			case 'pollKilledBetweenWrites': {
				const wrong = await this.pollAfter(MINUTE, { fate: 'killedBetweenWrites' });
				return wrong ?? (await this.restart());
			}
			case 'twoPolls':
				// A publication replaces the poller of n8n's default mode.
				if (this.host.keepsContexts) return await this.pollAfter(MINUTE, { polls: 2 });
				return await this.pollAfter(MINUTE, { activation: 'activate', polls: 2 });
			case 'restart':
				return await this.restart(step.rollsBack);
			case 'publication':
				return await this.publish(step);
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
		for (let polls = 0; polls < most && this.owed().length > 0; polls++)
			wrong ??= await this.pollAfter(MINUTE);
		const owed = this.owed();
		if (owed.length === 0 || hasUnreadableInstant(this.service)) return wrong;
		return wrong ?? `${owed.length} events are not drained after ${most} polls`;
	}

	private owed() {
		const { trueMs } = this.machine.clock;
		const owed = this.oracle.owed({
			...this.facts(trueMs),
			...{ isHindered: false, isListRefused: false, savesWithExecution: false },
		});
		const areLateLost = hasNoTimeForLate(this.service, this.parameters());
		return owed.filter((event) => !areLateLost || event.visibleAtMs <= event.createdAtMs);
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

	private async restart(rollsBack = 0): Promise<string | undefined> {
		this.machine.clock.trueMs += 20_000;
		this.host.kill();
		this.process += 1;
		this.noteIfSaved();
		const backups = Math.max(1, this.backups.length - rollsBack);
		if (backups < this.backups.length) {
			this.backups.length = backups;
			this.host.restore(this.backups.at(-1) ?? []);
			this.saved = this.heldByDatabase();
		}
		this.oracle.noteKilled(backups);
		this.told.push(`killed, rolled back by ${rollsBack}`);
		return await this.poll({ activation: 'init' });
	}

	private async publish({ nodeName, fails }: Extract<Step, { kind: 'publication' }>) {
		this.machine.clock.trueMs += 20_000;
		if (this.host instanceof InMemoryHost) this.host.deactivate();
		this.noteIfSaved();
		this.nodeName = nodeName;
		this.told.push(`published as ${nodeName}`);
		return await this.poll({ activation: 'activate', fails });
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
		polls = 1,
	}: PollOptions): Promise<string | undefined> {
		const { life, machine, host, service, oracle } = this;
		this.warnings = [];
		const budgetMs = activation === undefined ? host.budgetMs : ACTIVATION_BUDGET_MS;
		const parameters = this.parameters();
		const from = service.requests.length;
		service.refusesList = life.mayReadOnlyFeed && sourceOf(parameters) === 'feed';
		const stumbles = fails === undefined ? [] : stumblesFrom(from, fails);
		service.stumbles = new Map(stumbles);
		service.mostRequests = from + 3000;
		const startedAtMs = machine.clock.trueMs;
		const outcomes = await machine.sleep.during(
			async () =>
				await Promise.all(
					Array.from({ length: polls }, async (_, index) =>
						this.runPoll(index === 0 ? activation : undefined, fate),
					),
				),
		);
		const items = outcomes.flatMap((outcome) => outcome.items);
		const results = outcomes.map(({ result }) => result);
		const isEmitted = results.includes('emitted');
		service.stumbles = new Map();
		const requests = service.requests.slice(from);
		const tookMs = machine.clock.trueMs - startedAtMs;
		this.told.push(
			`poll at ${new Date(startedAtMs).toISOString()} ${activation ?? ''}: ${results.join()}, ` +
				`${items.length} items, ${fate}, ${requests.length} requests, ${tookMs} ms ${this.warnings.join('; ')}`,
		);
		const size = Math.max(...outcomes.map(({ stateSize }) => stateSize));
		if (size > 65_536) return `the state takes ${size} bytes`;
		const wrongRequests = judgeRequests({ service, parameters, reads: polls, given: requests });
		if (wrongRequests !== undefined) return wrongRequests;
		const { overMaxLimit, saysExpiredWith } = service.knobs;
		// The few events that tell whether a page was too long may stumble.
		const isPlain = overMaxLimit === 'cap';
		// Told with status 200, a token is exchanged only once.
		const isToldOnce = saysExpiredWith === 401 || fails?.with !== 'revoked';
		const isSurvived = fails?.isOnce === true && isPlain && isToldOnce;
		// Of two polls each exchanges the token that the other one uses.
		const isSharing = polls > 1 && service.usesTokens;
		const isHindered =
			tookMs > budgetMs / 8 ||
			isSharing ||
			hasUnreadableInstant(service) ||
			requests.some((one) => one.isHindered || (one.isStumbling && !isSurvived));
		const forgiven = this.warnings.filter((one) => /could not be read on activation/.test(one));
		const failures = [...outcomes.flatMap((outcome) => outcome.failures), ...forgiven];
		if (failures.length > 0 && !isHindered) return `fails: ${messageOf(failures[0])}`;
		if (failures.length === polls) {
			oracle.noteFailed(startedAtMs);
			return items.length > 0 ? 'a poll that failed delivers' : undefined;
		}
		// After a publication that fails, the process goes on from what it began before.
		const [published, ...beside] = outcomes;
		const isPublished = activation === 'activate' && published?.failures.length === 0;
		const isOvertaken = beside.some((outcome) => outcome.items.length > 0);
		if (isPublished) oracle.notePublished(isOvertaken);
		const savesWithExecution = life.host === 'durableCursors';
		if (fate === 'lost' || (fate === 'killedBetweenWrites' && savesWithExecution)) return undefined;
		// Without an execution n8n has written nothing that it could be killed behind; a process that lives goes on.
		if (fate === (isEmitted ? 'givenUp' : 'killedBetweenWrites')) return undefined;
		this.isBegun = true;
		const wrong = oracle.judge({
			...this.facts(startedAtMs),
			...{ isHindered, savesWithExecution, items },
			// Of two polls one may deliver, and the other one fail and say why.
			warnings: [...this.warnings, ...failures.map(messageOf)],
			isListRefused: service.refusesList,
		});
		// n8n saves with every delivery, whether the node has changed its state or not.
		this.noteIfSaved(isEmitted);
		return wrong;
	}

	/** One poll, and what n8n keeps of it. */
	private async runPoll(activation: PollOptions['activation'], fate: PollOptions['fate']) {
		const { host, nodes, nodeName } = this;
		const isActivation = activation !== undefined;
		const store = host.begin({ activation: isActivation, nodeName });
		this.store = store;
		if (isActivation || !host.keepsContexts || this.poller === undefined) {
			const budgetMs = isActivation ? ACTIVATION_BUDGET_MS : host.budgetMs;
			this.poller = this.createPoller('trigger', activation ?? 'update', budgetMs);
		}
		const failures: unknown[] = [];
		const items = await this.poller(nodes.trigger).catch((thrown: unknown) => {
			failures.push(thrown);
			return null;
		});
		const result = failures.length > 0 ? 'failed' : items === null ? 'empty' : 'emitted';
		const end = { activation: isActivation, nodeName, result } as const;
		if (fate === 'kept') host.end(store, end);
		if (fate === 'killedBetweenWrites') host.endBetweenWrites(store, end);
		const stateSize = Math.max(...[store.node(nodeName), store.global()].map(sizeOf));
		return { items: items ?? [], result, failures, stateSize };
	}

	private facts(startedAtMs: number) {
		const { life, service, process } = this;
		const parameters = this.parameters();
		const { columns } = dict(parameters.options);
		return {
			...{ service, process, startedAtMs, endedAtMs: this.machine.clock.trueMs },
			...{ timezone: life.timezone, hostOffsetMs: life.hostOffsetMs },
			isCut: life.steps.some(({ kind }) => kind === 'caps'),
			parameters: { ...parameters, source: sourceOf(parameters), columns },
		};
	}

	private heldByDatabase(): string {
		return this.host.backUp().filter(isState).join('\n');
	}

	private noteIfSaved(hasEmitted = false): void {
		const saved = this.heldByDatabase();
		if (hasEmitted || saved !== this.saved) {
			this.oracle.noteSaved();
			this.backups.push(this.host.backUp());
		}
		this.saved = saved;
	}

	private createPoller(
		mode: 'trigger' | 'manual',
		activation: 'activate' | 'init' | 'update',
		budgetMs: number,
	): Poller {
		const { store } = this;
		return createPoller({
			credential: this.credential,
			parameters: () => this.parameters(),
			timezone: this.life.timezone,
			...{ budgetMs, activation, mode },
			workflowId: this.workflowId,
			nodeName: this.nodeName,
			staticData: () => {
				if (store === undefined) throw new Error('n8n has no static data yet');
				return store;
			},
			warn: (message) => this.warnings.push(message),
			inform: (message) => this.warnings.push(message),
		});
	}

	/** It touches no state, and shows one event that passes where a recent one does. */
	private async testRun(): Promise<string | undefined> {
		const { store, machine, nodes, service } = this;
		if (store === undefined || !this.isBegun) return undefined;
		const states = () => JSON.stringify([store.node(this.nodeName), store.global()]);
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
	{ at, with: stumble, isOnce }: Failing,
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
