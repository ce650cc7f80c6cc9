import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandRun } from '../command/command';
import type { N8nInstance } from '../n8n/settings';
import { launchN8n } from '../n8n/server';
import type { ManagedProcess } from '../processes/managedProcess';
import { stopProcess } from '../processes/stopProcess';
import type { WaitOptions } from '../processes/waitUntil';
import type { CreatedEvent } from '../service';
import { startLiveStream } from '../service';
import type { Kill } from './kill';
import { describeKill, killN8n } from './kill';
import type { PlannedKill } from './killPlan';
import type { StoredExecution } from './n8nDatabase';
import { mergeExecutions, readDatabase } from './n8nDatabase';
import type { Target } from './target';

/** Everything that is known of a mode in the end. */
export interface ScenarioRecord {
	readonly created: readonly CreatedEvent[];
	readonly kills: readonly Kill[];
	/** By id; as n8n has them at the end, or as a kill left them where n8n has dropped them since. */
	readonly executions: readonly StoredExecution[];
	readonly polls: number;
}

const STREAM = { ratePerSecond: 4, tieShare: 0.4, lateShare: 0.2 };
/** Well within the trigger's window of five minutes. */
const MAX_LATE_MS = 90_000;
/** The end has to wait for the latest event; a short run can't wait for long. */
const MAX_LATE_PER_KILL_MS = 15_000;
const QUIET_POLLS = 2;
const POLL_TIMEOUT_MS = 4 * 60_000;
/** From the end of a poll until its execution has reached the sink. */
const EXECUTION_MS = 2_000;

function log({ mode }: Target, text: string): void {
	console.error(`${new Date().toISOString().slice(11, 19)}  ${mode.padEnd(16)}  ${text}`);
}

/** It doesn't wait for n8n to be ready: a kill may come while n8n is starting. */
function launch(n8n: N8nInstance, { teardown }: CommandRun): ManagedProcess {
	const server = launchN8n(n8n, ['start']);
	teardown.add(async () => {
		if (!server.running) return;
		server.killGroup();
		await server.exited;
	});
	return server;
}

/** Lets n8n poll until polls deliver nothing more. */
async function drain({ systems }: Target, wait: WaitOptions): Promise<void> {
	const { sink, polls } = systems;
	let quiet = 0;
	while (quiet < QUIET_POLLS) {
		const before = sink.deliveries.length;
		await polls.waitForPoll(wait);
		await sleep(EXECUTION_MS, undefined, { signal: wait.signal });
		quiet = sink.deliveries.length === before ? quiet + 1 : 0;
	}
}

async function waitUntilVisible(
	created: readonly CreatedEvent[],
	{ signal }: WaitOptions,
): Promise<void> {
	const last = Math.max(0, ...created.map(({ visibleAtMs }) => visibleAtMs));
	await sleep(Math.max(0, last - Date.now()), undefined, { signal });
}

/** Activates the trigger, then kills n8n again and again while events are created. */
export async function runScenario(
	target: Target,
	plans: readonly PlannedKill[],
	run: CommandRun,
): Promise<ScenarioRecord> {
	const { signal, teardown } = run;
	const { service, polls } = target.systems;
	const wait: WaitOptions = { timeoutMs: POLL_TIMEOUT_MS, signal };
	const kills: Kill[] = [];
	let n8n = launch(target.n8n, run);
	await polls.waitForPoll(wait);
	log(target, 'n8n is up and the trigger active; events are being created');
	const maxLateMs = Math.min(MAX_LATE_MS, MAX_LATE_PER_KILL_MS * plans.length);
	const stream = startLiveStream(service.log, { ...STREAM, maxLateMs });
	teardown.add(() => stream.stop());
	for (const [index, plan] of plans.entries()) {
		const kill = await killN8n(plan, target, n8n, signal);
		kills.push(kill);
		log(target, `kill ${index + 1} of ${plans.length} ${describeKill(kill, stream.created)}`);
		await sleep(plan.downMs, undefined, { signal });
		if (index === plans.length - 1) stream.stop();
		n8n = launch(target.n8n, run);
	}
	log(target, `${stream.created.length} events created; waiting until all are delivered`);
	await waitUntilVisible(stream.created, wait);
	await drain(target, wait);
	await stopProcess(n8n);
	const { executions } = await readDatabase(target.n8n);
	const snapshots = [...kills.map(({ snapshot }) => snapshot.executions), executions];
	return {
		created: stream.created,
		kills,
		executions: mergeExecutions(snapshots),
		polls: polls.polls,
	};
}
