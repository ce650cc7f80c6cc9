import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import { openEditorApi } from '../n8n/editorApi';
import { isUnderWay } from '../n8n/executions';
import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import { makeReport } from '../run/report';
import type { CreatedEvent } from '../service';
import { startLiveStream } from '../service';
import type { BurstOutcome } from './burst';
import { runBurst } from './burst';
import type { Cluster } from './cluster';
import { startCluster, stopCluster } from './cluster';
import type { PlannedFault } from './faultPlan';
import { carryOut } from './faults';
import { checkFileOfWorker } from './fileCheck';
import type { QueueExecution } from './n8nTables';
import type { Proof } from './outcome';
import { countByWorker } from './outcome';
import { ExecutionRecorder } from './recorder';
import { tallyExecutions } from './tally';

const STREAM = { ratePerSecond: 1.5, tieShare: 0.4, lateShare: 0.2, maxLateMs: 15_000 };
const STEP_TIMEOUT_MS = 6 * 60_000;
const CHECK_INTERVAL_MS = 2_000;
/** From the end of a poll until its execution has ended. */
const EXECUTION_MS = 3_000;

/** Takes one n8n in queue mode through everything that it has to stand. */
export class Course {
	private readonly wait: WaitOptions;
	private readonly recorder: ExecutionRecorder;
	/** What was found wrong with what the workers made. */
	private readonly faults: string[] = [];

	constructor(
		private readonly cluster: Cluster,
		private readonly systems: ExternalSystems,
		private readonly run: CommandRun,
	) {
		this.wait = { timeoutMs: STEP_TIMEOUT_MS, signal: run.signal };
		this.recorder = new ExecutionRecorder(cluster.main.n8n.installation, cluster.postgres);
	}

	async take(plans: readonly PlannedFault[]): Promise<Proof> {
		await Promise.all([startCluster(this.cluster), this.systems.polls.waitForPoll(this.wait)]);
		this.log('main and workers are up and the trigger is active; events are being created');
		const stream = startLiveStream(this.systems.service.log, STREAM);
		this.run.teardown.add(() => stream.stop());
		await this.checkReport();
		await this.checkFile();
		const burst = await this.checkBurst();
		for (const [index, plan] of plans.entries()) {
			const words = await carryOut(plan, this.cluster, this.systems, this.run.signal);
			this.log(`${index + 1} of ${plans.length}: ${words}`);
			await this.recorder.look();
		}
		stream.stop();
		await this.drain(stream.created);
		await stopCluster(this.cluster);
		this.tellGivenUp(await this.recorder.look());
		return this.conclude(stream.created, plans.length, burst);
	}

	private async checkReport(): Promise<void> {
		const { settings } = this.cluster.main.n8n;
		const { events, expected, complete } = await makeReport(settings, this.systems, this.wait);
		this.log(`a worker reported ${events} events of yesterday; the log has ${expected}`);
		if (!complete || expected === 0) this.faults.push('the report is not complete');
	}

	private async checkFile(): Promise<void> {
		const { mode, main } = this.cluster;
		const api = await openEditorApi(main.n8n.settings);
		const readExecutions = () => this.recorder.look();
		const parts = { api, mode, readExecutions, ...main.n8n.settings, systems: this.systems };
		const { events, faults } = await checkFileOfWorker(parts, this.wait);
		this.log(
			`a worker wrote ${events} events into a file that n8n keeps in the ${mode.binaryData}`,
		);
		this.faults.push(...faults.map((fault) => `the file: ${fault}`));
	}

	private async checkBurst(): Promise<BurstOutcome> {
		const { settings } = this.cluster.main.n8n;
		const api = await openEditorApi(settings);
		const burst = await runBurst(api, settings, this.systems.service, this.wait);
		const { executions, succeeded, exchanges, mostExchanges } = burst;
		const outcome = `${succeeded} of ${executions} executions at once with an expired token succeeded`;
		this.log(`${outcome}, with ${exchanges} exchanges of at most ${mostExchanges}`);
		return burst;
	}

	/** Waits until everything is delivered and ended, and one further poll could deliver it twice. */
	private async drain(created: readonly CreatedEvent[]): Promise<void> {
		this.log(`${created.length} events created; waiting until all are delivered`);
		const isSettled = async (): Promise<boolean> => {
			await sleep(CHECK_INTERVAL_MS, undefined, { signal: this.run.signal });
			const now = await this.recorder.look();
			const hasEnded = now.every(({ status }) => !isUnderWay(status));
			return hasEnded && tallyExecutions(created, this.recorder.seen).lost === 0;
		};
		await waitUntil('everything to be delivered', this.wait, isSettled).catch((error: unknown) => {
			if (this.run.signal.aborted) throw error;
			this.log(error instanceof Error ? error.message : String(error));
		});
		await this.systems.polls.waitForPoll(this.wait);
		await sleep(EXECUTION_MS, undefined, { signal: this.run.signal });
	}

	/** Which of the trigger's executions n8n did not bring to their end, and whether it kept their events. */
	private tellGivenUp(now: readonly QueueExecution[]): void {
		const kept = new Set(now.filter(({ eventIds }) => eventIds.length > 0).map(({ id }) => id));
		const deliveries = this.recorder.seen.filter(({ isDelivery }) => isDelivery);
		for (const { id, status, eventIds } of deliveries) {
			if (status === 'success' || eventIds.length === 0) continue;
			const words = kept.has(id) ? 'keeps its events' : 'has dropped its events';
			this.log(`n8n gave up execution ${id} as "${status}" and ${words}: ${eventIds.length}`);
		}
	}

	private conclude(created: readonly CreatedEvent[], kills: number, burst: BurstOutcome): Proof {
		const { mode, workers } = this.cluster;
		const executions = this.recorder.seen;
		const { requests } = this.systems.service;
		return {
			mode,
			tally: tallyExecutions(created, executions),
			workers: workers.length,
			executions: executions.length,
			ranOn: countByWorker(executions, workers),
			exchanges: requests.filter(({ operation }) => operation === 'tokenExchange').length,
			kills,
			burst,
			faults: this.faults,
		};
	}

	private log(text: string): void {
		const time = new Date().toISOString().slice(11, 19);
		console.error(`${time}  ${this.cluster.mode.mode.padEnd(14)}  ${text}`);
	}
}
