import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { memberOf } from '../../nodes/OrgEventLog/json/jsonValues';
import { toNodeError } from '../../nodes/OrgEventLog/errors/nodeErrorContext';
import { pollEventLog } from '../../nodes/OrgEventLog/trigger/n8n/pollEventLogContext';
import { ProcessMemory } from '../../nodes/OrgEventLog/trigger/n8n/stateStoreContext';
import { OrgEventLogTrigger } from '../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import {
	DEFAULT_API_KEY,
	DEFAULT_REFRESH_TOKEN,
	createEventLog,
	makeEvent,
	startEventLogService,
	type EventLog,
	type EventLogService,
	type EventOverrides,
	type RecordedRequest,
	type ServiceBehaviour,
} from '../../sandbox/service';
import type { CredentialStore, LogEntry, PollContextOptions, StaticDataStore } from './n8nContexts';
import { createCredentialStore, createPollContext } from './n8nContexts';
import { MINUTE, SECOND } from './times';
import { ACTIVATION_BUDGET_MS, InMemoryHost, type TriggerHost } from './triggerHosts';

/** 2026-11-01T12:00:00Z: when every world begins. */
export const WORLD_START_MS = Date.UTC(2026, 10, 1, 12);

export interface WorldOptions {
	readonly behaviour?: Partial<ServiceBehaviour>;
	readonly parameters?: INodeParameters;
	readonly host?: TriggerHost;
	readonly log?: EventLog;
	readonly authentication?: 'apiKey' | 'refreshToken';
	/** What n8n gives a poll, or null where it does not say; what it gives by itself unless given. */
	readonly budgetMs?: number | null;
}

export interface PollOutcome {
	readonly items: readonly INodeExecutionData[];
	/** Ids of the items, in their order. */
	readonly ids: readonly string[];
	readonly json: readonly IDataObject[];
	readonly logs: readonly LogEntry[];
	readonly warnings: readonly string[];
	readonly requests: readonly RecordedRequest[];
}

export interface PollRequest {
	/** True for somebody who activates the workflow. */
	readonly activation?: boolean | WorkflowActivateMode;
	/** A test run in the editor. */
	readonly manual?: boolean;
	/** n8n dies, or gives the poll up, before anything of it is dispatched or saved. */
	readonly lost?: boolean;
	/** n8n dies between what it writes: nothing is dispatched. */
	readonly killedBetweenWrites?: boolean;
	readonly staticData?: StaticDataStore;
	/** How much time passes before it; a minute unless given. */
	readonly afterMs?: number;
}

const openServices: EventLogService[] = [];

afterEach(async () => {
	jest.restoreAllMocks();
	await Promise.all(openServices.splice(0).map(async (service) => await service.close()));
});

/** The item's id, whether it is simplified or not. */
export function idOf({ json: { id } }: INodeExecutionData): string {
	return typeof id === 'string' ? id : 'not an id';
}

/** Which of the causes that n8n knows a poll that fails declares. */
export async function causeOf(poll: Promise<unknown>): Promise<unknown> {
	return await poll.then(
		() => 'no failure',
		(thrown: unknown) => memberOf(memberOf(thrown, 'failure'), 'cause') ?? thrown,
	);
}

/** For comparing what came where its order is not what is tested. */
export const inAnyOrder = (ids: readonly string[]) => [...ids].sort();

let worlds = 0;

/** A service, a log, a clock, an n8n and one trigger node between them. */
export class TriggerWorld {
	/** The service's clock, and the host's but for `hostOffsetMs`. */
	nowMs = WORLD_START_MS;
	hostOffsetMs = 0;
	/** How much time each request takes, by both clocks. */
	msPerRequest = 0;
	parameters: INodeParameters;
	nodeName = 'Node under test';
	/** One of its own: what the process remembers of a trigger goes by it. */
	readonly workflowId = `workflow-${++worlds}`;
	readonly budgetMs?: number | null;
	/** Everything that scheduled polls and activations emitted, in order. */
	readonly delivered: string[] = [];
	private made = 0;
	/** Of the process that n8n runs in, once it is not the first one; that one's is the node's own. */
	private memory?: ProcessMemory;
	private kept?: { readonly of: readonly unknown[]; readonly context: NodeContext };

	constructor(
		public service: EventLogService,
		public credential: CredentialStore,
		public host: TriggerHost,
		{ parameters = {}, budgetMs }: WorldOptions,
	) {
		this.parameters = parameters;
		this.budgetMs = budgetMs;
	}

	/** Appends events, created now unless they say otherwise. Gives their ids. */
	add(...overrides: readonly EventOverrides[]): string[] {
		const events = overrides.map((given) =>
			makeEvent({ id: `event-${++this.made}`, createdAtMs: this.nowMs, ...given }),
		);
		this.service.log.append(...events);
		return events.map(({ id }) => id);
	}

	/** Appends `count` events, `stepMs` apart from the given time on. Gives their ids. */
	addMany(count: number, { fromMs = this.nowMs, stepMs = 0 } = {}): string[] {
		return this.add(
			...Array.from({ length: count }, (_, index) => ({ createdAtMs: fromMs + index * stepMs })),
		);
	}

	/** So many rounds of new events, a second apart, and a poll after each. Gives their ids. */
	async live(rounds: number, eventsEach = 2): Promise<string[]> {
		const ids: string[] = [];
		for (let round = 0; round < rounds; round++) {
			ids.push(...this.addMany(eventsEach, { stepMs: SECOND }));
			await this.poll();
		}
		return ids;
	}

	/** Ids of everything in the log. */
	get logged(): string[] {
		return this.service.log.all().map(({ id }) => id);
	}

	/** What n8n holds of the trigger's state: the node's part and the workflow's. */
	stateParts(): object[] {
		const store = this.host.begin({ activation: false, nodeName: this.nodeName });
		return [store.node(this.nodeName), store.global()];
	}

	/** From now on the credential opens this log. */
	async moveTo(log: EventLog): Promise<void> {
		this.service = await startEventLogService({ log, clock: () => this.clockMs() });
		openServices.push(this.service);
		this.credential.stored = { ...this.credential.stored, baseUrl: this.service.baseUrl };
	}

	/** One poll. Only what a trigger run emits counts as delivered. */
	async poll(request: PollRequest = {}): Promise<PollOutcome> {
		const { activation = false, manual = false, afterMs = MINUTE } = request;
		const isActivation = activation !== false;
		const { killedBetweenWrites = false, lost = killedBetweenWrites } = request;
		const { nodeName, host } = this;
		this.nowMs += afterMs;
		const staticData = request.staticData ?? host.begin({ activation: isActivation, nodeName });
		const firstRequest = this.service.requests.length;
		let result: 'emitted' | 'empty' | 'failed' = 'failed';
		try {
			const { output, logs } = await this.runNode(staticData, { activation, manual });
			result = output === null ? 'empty' : 'emitted';
			const items = output ?? [];
			const ids = items.map(idOf);
			if (!manual && !lost) this.delivered.push(...ids);
			const warnings = logs.filter(({ level }) => level === 'warn').map(({ message }) => message);
			const requests = this.service.requests.slice(firstRequest);
			return { items, ids, json: items.map(({ json }) => json), logs, warnings, requests };
		} finally {
			const end = { activation: isActivation, nodeName, result };
			if (killedBetweenWrites) host.endBetweenWrites(staticData, end);
			else if (!manual && !lost) host.end(staticData, end);
		}
	}

	/** n8n's process is gone, however it ended, and another one has taken its place. */
	restartN8n(): void {
		this.host.kill();
		this.runIn(new ProcessMemory());
	}

	/** From now on it is this process of n8n that polls. */
	runIn(memory: ProcessMemory): void {
		this.memory = memory;
		this.kept = undefined;
	}

	/** The poll that n8n makes on activation. */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<PollOutcome> {
		return await this.poll({ activation });
	}

	/** Polls until one brings nothing. @throws when that doesn't happen within `most` polls */
	async pollUntilQuiet(most = 50): Promise<PollOutcome[]> {
		const outcomes: PollOutcome[] = [];
		while (outcomes.length < most) {
			const outcome = await this.poll();
			if (outcome.ids.length === 0) return outcomes;
			outcomes.push(outcome);
		}
		throw new Error(`Still not quiet after ${most} polls`);
	}

	/** Time by the service's clock, the requests so far included. */
	clockMs(): number {
		return this.nowMs + this.service.requests.length * this.msPerRequest;
	}

	private async runNode(
		staticData: StaticDataStore,
		options: { activation: boolean | WorkflowActivateMode; manual: boolean },
	) {
		const { node, run, logs } = this.contextFor(staticData, options);
		const { memory } = this;
		const firstLog = logs.length;
		const output = await run(async (context) => {
			if (memory === undefined) return await node.poll.call(context);
			return await pollEventLog(context, memory).catch((thrown: unknown) => {
				throw toNodeError(context.getNode(), thrown);
			});
		});
		// n8n would start the workflow with nothing.
		expect(output?.[0]).not.toEqual([]);
		return { output: output?.[0] ?? null, logs: logs.slice(firstLog).map(withoutTrigger) };
	}

	/** As n8n does: one context for an activation and all polls after it, or one for each poll. */
	private contextFor(
		staticData: StaticDataStore,
		{ activation, manual }: { activation: boolean | WorkflowActivateMode; manual: boolean },
	): NodeContext {
		const { credential, parameters, nodeName, workflowId, host } = this;
		const isScheduled = activation === false && !manual;
		const of = [staticData, credential, parameters, nodeName];
		if (host.keepsContexts && isScheduled && this.kept?.of.every((part, at) => part === of[at]))
			return this.kept.context;
		const ofHost = isScheduled ? host.budgetMs : ACTIVATION_BUDGET_MS;
		const context = createNodeContext({
			...{ credential, parameters, nodeName, workflowId, staticData },
			budgetMs: this.budgetMs === undefined ? ofHost : this.budgetMs,
			mode: manual ? 'manual' : 'trigger',
			activation: activationOf(activation, host, this.kept !== undefined),
		});
		if (host.keepsContexts && !manual) this.kept = { of, context };
		return context;
	}
}

function activationOf(
	activation: boolean | WorkflowActivateMode,
	{ keepsContexts }: TriggerHost,
	hasPolled: boolean,
): WorkflowActivateMode {
	if (typeof activation === 'string') return activation;
	if (activation) return 'activate';
	return keepsContexts && !hasPolled ? 'init' : 'update';
}

type NodeContext = ReturnType<typeof createNodeContext>;

function createNodeContext(options: Omit<PollContextOptions, 'node'>) {
	const node = new OrgEventLogTrigger();
	return { node, ...createPollContext({ node, ...options }) };
}

/** Starts a world; both clocks are its own, and retries wait no longer than they are told to. */
export async function createTriggerWorld(options: WorldOptions = {}): Promise<TriggerWorld> {
	const { behaviour, log = createEventLog(), authentication = 'apiKey' } = options;
	const clock: { world?: TriggerWorld } = {};
	const timeMs = () => clock.world?.clockMs() ?? WORLD_START_MS;
	const service = await startEventLogService({ log, behaviour, clock: timeMs });
	openServices.push(service);
	const credential = createCredentialStore({
		...{ baseUrl: service.baseUrl, authentication },
		...{ apiKey: DEFAULT_API_KEY, refreshToken: DEFAULT_REFRESH_TOKEN },
	});
	const world = new TriggerWorld(service, credential, options.host ?? new InMemoryHost(), options);
	clock.world = world;
	jest.spyOn(Math, 'random').mockReturnValue(0);
	jest.spyOn(Date, 'now').mockImplementation(() => world.clockMs() + world.hostOffsetMs);
	return world;
}

/** A world whose trigger is active, over a log that held these events before. */
export async function createActiveWorld(options: WorldOptions = {}): Promise<TriggerWorld> {
	const world = await createTriggerWorld(options);
	await world.activate();
	world.nowMs += MINUTE;
	return world;
}

/** Every line names its trigger. */
function withoutTrigger({ level, message }: LogEntry): LogEntry {
	const [prefix, text] = message.split(/(?<=^Workflow "[^"]+", node "[^"]+": )/);
	if (text === undefined) throw new Error(`Whose is this line? ${prefix}`);
	return { level, message: text };
}
