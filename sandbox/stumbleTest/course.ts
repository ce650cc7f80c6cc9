import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandRun } from '../command/command';
import { killN8n } from '../crashTest/kill';
import type { StoredExecution } from '../crashTest/n8nDatabase';
import { readDatabase } from '../crashTest/n8nDatabase';
import type { Target } from '../crashTest/target';
import { openEditorApi } from '../n8n/editorApi';
import { publishWithTrigger } from '../n8n/publication';
import { startN8n } from '../n8n/server';
import type { ManagedProcess } from '../processes/managedProcess';
import { stopProcess } from '../processes/stopProcess';
import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import { makeEvent } from '../service';

/** Everything that is known of a mode in the end. */
export interface CourseRecord {
	/** Ids of the events that pass the trigger's filter, in the order of their creation. */
	readonly created: readonly string[];
	readonly executions: readonly StoredExecution[];
	/** What n8n said of the publication during an outage. */
	readonly publication: string;
}

const STEP_TIMEOUT_MS = 6 * 60_000;
/** n8n gives an activation five tries within 24 s, and then gives it up for good. */
const OUTAGE_AT_START_MS = 35_000;
const EVENTS = 5;
const AWAY = { status: 503 };
const FOR_GOOD = { times: 1_000_000 };
/** The first write to n8n's database after a poll: the state is saved, the execution comes next. */
const BETWEEN_WRITES = {
	timing: 'atFirstWrite',
	delayMs: 0,
	request: 1,
	skip: 0,
	downMs: 0,
} as const;

/** Takes one n8n through everything over which it may stumble. */
export class Course {
	private readonly created: string[] = [];
	private readonly wait: WaitOptions;
	private n8n?: ManagedProcess;

	constructor(
		private readonly target: Target,
		private readonly run: CommandRun,
	) {
		this.wait = { timeoutMs: STEP_TIMEOUT_MS, signal: run.signal };
	}

	async take(): Promise<CourseRecord> {
		await this.start();
		await this.deliver();
		await this.restartInOutage();
		const publication = await this.publishNewNameInOutage();
		await this.restart();
		await this.killBetweenWrites();
		await this.stop();
		const { executions } = await readDatabase(this.target.n8n);
		return { created: this.created, executions, publication };
	}

	private async start(): Promise<void> {
		this.n8n = await startN8n(this.target.n8n, this.run);
	}

	private async stop(): Promise<void> {
		if (this.n8n) await stopProcess(this.n8n);
	}

	private async deliver(): Promise<void> {
		this.log('events are created and have to be delivered');
		await this.target.systems.polls.waitForPoll(this.wait);
		this.add('WARN');
		await this.waitForDelivery();
	}

	/** The API is away when n8n starts, for longer than n8n tries to activate a trigger. */
	private async restartInOutage(): Promise<void> {
		this.log('n8n restarts while the service is away');
		const { service } = this.target.systems;
		await this.stop();
		this.add('WARN');
		service.failNext(AWAY, FOR_GOOD);
		await this.start();
		await sleep(OUTAGE_AT_START_MS, undefined, { signal: this.run.signal });
		service.faults.clear();
		await this.waitForDelivery();
	}

	/** Then polls that deliver nothing, so that a durable cursor is written under the new name alone. */
	private async publishNewNameInOutage(): Promise<string> {
		this.log('the trigger is renamed and published while the service is away');
		const { service, polls } = this.target.systems;
		service.failNext(AWAY, FOR_GOOD);
		const api = await openEditorApi(this.target.n8n.settings);
		const rename = (trigger: object) => ({ ...trigger, name: 'Alerts' });
		const publication = await publishWithTrigger(api, rename, this.wait);
		service.faults.clear();
		this.add('DEBUG');
		await polls.waitForPoll(this.wait);
		await polls.waitForPoll(this.wait);
		this.add('WARN');
		await this.waitForDelivery();
		return publication;
	}

	private async restart(): Promise<void> {
		this.log('n8n restarts, as planned');
		await this.stop();
		await this.start();
		await this.target.systems.polls.waitForPoll(this.wait);
	}

	private async killBetweenWrites(): Promise<void> {
		this.log('n8n is killed between its two writes, or as near as it can be hit');
		this.add('WARN');
		if (this.n8n) await killN8n(BETWEEN_WRITES, this.target, this.n8n, this.run.signal);
		this.add('WARN');
		await this.start();
		await this.waitForDelivery();
		await this.target.systems.polls.waitForPoll(this.wait);
	}

	/** The trigger drops what is below INFO. */
	private add(severity: 'WARN' | 'DEBUG'): void {
		const createdAtMs = Date.now();
		const events = Array.from({ length: EVENTS }, (_, index) =>
			makeEvent({ id: `${severity}-${createdAtMs}-${index}`, createdAtMs, severity }),
		);
		this.target.systems.service.log.append(...events);
		if (severity === 'WARN') this.created.push(...events.map(({ id }) => id));
	}

	private async waitForDelivery(): Promise<void> {
		await waitUntil('everything to be delivered', this.wait, async () => {
			await sleep(1_000, undefined, { signal: this.run.signal });
			const { executions } = await readDatabase(this.target.n8n);
			const delivered = new Set(executions.flatMap(({ eventIds }) => eventIds));
			return this.created.every((id) => delivered.has(id));
		});
	}

	private log(text: string): void {
		const time = new Date().toISOString().slice(11, 19);
		console.error(`${time}  ${this.target.mode.padEnd(16)}  ${text}`);
	}
}
