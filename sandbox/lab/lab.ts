import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import { startExternalSystems } from '../externalSystems/externalSystems';
import type { Snapshot } from '../n8n/database';
import { readDatabase } from '../n8n/database';
import { openAsOwner } from '../n8n/editing';
import type { EditorApi } from '../n8n/editorApi';
import { fillN8n } from '../n8n/filling';
import type { TriggerParameters } from '../n8n/imports';
import { DELIVERY_WORKFLOW } from '../n8n/imports';
import type { InstanceBase } from '../n8n/instance';
import { EVERY_10_SECONDS } from '../n8n/pollTimes';
import { editorUrl } from '../n8n/settings';
import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import type {
	CreatedEvent,
	EventOverrides,
	LiveStream,
	LiveStreamOptions,
	ServiceBehaviour,
} from '../service';
import { makeEvent, startLiveStream } from '../service';
import type { SinkListener, SinkOptions } from '../sink/sink';
import { type Guarantee, Ledger } from './ledger';
import type { N8n, Topology } from './topologies/topology';

/** What is in a lab, and how its trigger is set. */
export interface LabOptions<Kind extends N8n> {
	readonly topology: Topology<Kind>;
	/** Parameters of the trigger of the delivery workflow, which polls every ten seconds. */
	readonly trigger?: TriggerParameters;
	/** Ids of the workflows that are published; the delivery workflow unless given. */
	readonly published?: readonly string[];
	/** What the log holds from the start: 2,000 events of the last day unless given. */
	readonly history?: { readonly events: number; readonly startMs: number };
	readonly behaviour?: Partial<ServiceBehaviour>;
	/** Of n8n; UTC unless given. */
	readonly timezone?: string;
	/** Told of what workflows send. */
	readonly listener?: SinkListener;
	/** What the systems that workflows send to take; as the real ones unless given. */
	readonly limits?: SinkOptions['limits'];
}

/** Where a lab is set up. */
export interface LabPlace {
	readonly base: InstanceBase;
	/** For its folder and for what it says. */
	readonly name: string;
	/** For all that n8n writes. */
	readonly folder: string;
}

const DAY_MS = 86_400_000;
const HISTORY_EVENTS = 2_000;
/** Several pages to a poll, and a new access token for most of them. */
const BEHAVIOUR = { maxLimit: 100, accessTokenLifetimeMs: 45_000, tieOrder: 'shuffled' } as const;
/** On a busy machine n8n rests for up to eleven minutes after some polls that failed. */
const STEP_TIMEOUT_MS = 15 * 60_000;
const LOOK_INTERVAL_MS = 1_500;
const QUIET_POLLS = 2;
/** From the end of a poll until its execution is in the database. */
const EXECUTION_MS = 2_000;

/** A service, a sink, an n8n between the two, and the ledger of what came of it. */
export class Lab<Kind extends N8n = N8n> {
	readonly ledger = new Ledger();
	private added = 0;

	constructor(
		private readonly name: string,
		readonly systems: ExternalSystems,
		readonly n8n: Kind,
		private readonly run: CommandRun,
	) {}

	/** How long a step may take. */
	get wait(): WaitOptions {
		return { timeoutMs: STEP_TIMEOUT_MS, signal: this.run.signal };
	}

	/** Logs n8n's owner in. */
	async api(): Promise<EditorApi> {
		return await openAsOwner(this.n8n.main.n8n.settings, this.wait);
	}

	/** Puts events of the present into the log that the trigger has to deliver. */
	add(count: number, overrides: EventOverrides = {}): void {
		this.ledger.expect(this.addDropped(count, overrides));
	}

	/** Puts events of the present into the log that the trigger's filters drop. */
	addDropped(count: number, overrides: EventOverrides = {}): CreatedEvent[] {
		const createdAtMs = Date.now();
		const events = Array.from({ length: count }, () =>
			makeEvent({ id: `added-${++this.added}`, createdAtMs, ...overrides }),
		);
		this.systems.service.log.append(...events);
		return events.map(({ id }) => ({ id, createdAtMs, visibleAtMs: createdAtMs }));
	}

	/** Has events come, all of which the trigger has to deliver, until it is stopped. */
	stream(options: LiveStreamOptions): LiveStream {
		const stream = startLiveStream(this.systems.service.log, options);
		this.run.teardown.add(() => stream.stop());
		this.ledger.expect(stream.created);
		return stream;
	}

	/** Reads n8n's database, and enters what it says into the ledger. */
	async look(): Promise<Snapshot> {
		const { main, database } = this.n8n;
		const snapshot = await readDatabase(main.n8n.installation, database);
		this.ledger.see(snapshot.executions.filter(({ isDelivery }) => isDelivery));
		return snapshot;
	}

	/**
	 * Waits until every event so far has been handed to an execution, but for what a guarantee lets get lost.
	 * @throws Error naming those that have not
	 */
	async delivered(
		guarantee: Guarantee = 'exactlyOnce',
		timeoutMs = STEP_TIMEOUT_MS,
	): Promise<void> {
		const isDelivered = async () => {
			await this.pause(LOOK_INTERVAL_MS);
			await this.look();
			return this.ledger.missing(guarantee).length === 0;
		};
		try {
			await waitUntil('everything to be delivered', { ...this.wait, timeoutMs }, isDelivered);
		} catch (error) {
			const missing = this.ledger
				.missing(guarantee)
				.slice(0, 5)
				.map(({ eventId }) => eventId);
			throw new Error(`Not delivered: ${missing.join(', ')} …`, { cause: error });
		}
	}

	/** Waits until every event is visible and polls hand over nothing more. */
	async drained(): Promise<void> {
		const last = Math.max(0, ...this.ledger.created.map(({ visibleAtMs }) => visibleAtMs));
		await this.pause(last - Date.now());
		for (let quiet = 0; quiet < QUIET_POLLS;) {
			const before = this.ledger.executions.length;
			await this.poll();
			await this.pause(EXECUTION_MS);
			await this.look();
			quiet = this.ledger.executions.length === before ? quiet + 1 : 0;
		}
	}

	/** Waits, unless the run ends. */
	async pause(ms: number): Promise<void> {
		await sleep(Math.max(0, ms), undefined, { signal: this.run.signal });
	}

	/**
	 * Stores workflows of the sandbox's in n8n and publishes them; then the trigger polls every ten seconds. Where it is
	 * among them, it has polled once in the end.
	 */
	async publish(workflows: readonly string[], trigger: TriggerParameters = {}): Promise<void> {
		const polled = workflows.includes(DELIVERY_WORKFLOW) ? this.poll() : undefined;
		// Nobody waits for it where n8n can't be filled.
		polled?.catch(() => {});
		await fillN8n(
			await this.api(),
			{
				endpoints: this.systems.endpoints,
				workflows,
				publishedWorkflows: workflows,
				triggerParameters: { pollTimes: EVERY_10_SECONDS, ...trigger },
			},
			this.wait,
		);
		await polled;
	}

	/** Waits until a poll that begins from now on is over. */
	async poll(): Promise<void> {
		await this.systems.polls.waitForPoll(this.wait);
	}

	/** Tells what happens, as it happens. */
	say(text: string): void {
		console.error(`${new Date().toISOString().slice(11, 19)}  ${this.name.padEnd(24)}  ${text}`);
	}
}

/** Sets up a lab, to be torn down with the run: n8n has been filled, and the trigger has polled once if it is published. */
export async function openLab<Kind extends N8n>(
	options: LabOptions<Kind>,
	{ base, name, folder }: LabPlace,
	run: CommandRun,
): Promise<Lab<Kind>> {
	const { topology, trigger, published = [DELIVERY_WORKFLOW], timezone = 'UTC' } = options;
	const history = options.history ?? { events: HISTORY_EVENTS, startMs: Date.now() - DAY_MS };
	const behaviour = options.behaviour ?? BEHAVIOUR;
	mkdirSync(folder, { recursive: true });
	const sink = { listener: options.listener, limits: options.limits };
	const systems = await startExternalSystems({ ...history, behaviour, sink }, run);
	const n8n = await topology({ base, folder, timezone }, run);
	const lab = new Lab(name, systems, n8n, run);
	await n8n.start();
	await lab.publish(published, trigger);
	lab.say(`n8n is up at ${editorUrl(n8n.main.n8n.settings)}`);
	return lab;
}
