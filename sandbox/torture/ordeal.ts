import { setTimeout as sleep } from 'node:timers/promises';
import type { Teardown } from '../processes/teardown';
import type { Patience } from '../processes/until';
import { until } from '../processes/until';
import type { CreatedEvent } from '../service';
import { startLiveStream } from '../service';
import type { PlannedKill } from './killPlan';
import type { StoredExecution } from './n8nDatabase';
import { readDatabase } from './n8nDatabase';
import { launchN8n, stopN8n } from './n8nProcess';
import type { Strike } from './strike';
import { describeStrike, strike } from './strike';
import type { Victim } from './victim';

/** Everything that can be known of a mode when all is over. */
export interface Ordeal {
	readonly created: readonly CreatedEvent[];
	readonly strikes: readonly Strike[];
	/** By id; as n8n has them at the end, or as a kill left them where n8n has dropped them since. */
	readonly executions: readonly StoredExecution[];
	readonly polls: number;
}

const STREAM = { ratePerSecond: 1.5, tieShare: 0.4, lateShare: 0.2 };
/** Well within the trigger's window of five minutes. */
const MAX_LATE_MS = 90_000;
/** The end has to wait for the latest event; a short run can't wait for long. */
const MAX_LATE_PER_KILL_MS = 15_000;
const QUIET_POLLS = 2;
const POLL_LIMIT_MS = 4 * 60_000;
/** From the end of a poll until its execution has reached the sink. */
const EXECUTION_MS = 2_000;

function say(victim: Victim, text: string): void {
	console.error(`${new Date().toISOString().slice(11, 19)}  ${victim.mode.padEnd(16)}  ${text}`);
}

async function waitForPoll({ watch }: Victim, patience: Patience): Promise<void> {
	const before = watch.polls;
	const isOver = () => watch.polls > before && !watch.isOngoing(Date.now());
	await until('the trigger to poll', patience, isOver);
}

/** Lets n8n poll until nothing more comes of it. */
async function drain(victim: Victim, patience: Patience): Promise<void> {
	let quiet = 0;
	while (quiet < QUIET_POLLS) {
		const before = victim.sink.deliveries.length;
		await waitForPoll(victim, patience);
		await sleep(EXECUTION_MS, undefined, { signal: patience.signal });
		quiet = victim.sink.deliveries.length === before ? quiet + 1 : 0;
	}
}

async function waitUntilVisible(
	created: readonly CreatedEvent[],
	{ signal }: Patience,
): Promise<void> {
	const last = Math.max(0, ...created.map(({ visibleAtMs }) => visibleAtMs));
	await sleep(Math.max(0, last - Date.now()), undefined, { signal });
}

function mergeExecutions(snapshots: ReadonlyArray<readonly StoredExecution[]>): StoredExecution[] {
	const byId = new Map<number, StoredExecution>();
	for (const execution of snapshots.flat()) {
		const known = byId.get(execution.id);
		const isEmptied = execution.eventIds.length === 0 && known !== undefined;
		byId.set(execution.id, isEmptied ? { ...execution, eventIds: known.eventIds } : execution);
	}
	return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** Activates the trigger, then kills n8n again and again while events are created. */
export async function torment(
	victim: Victim,
	plan: readonly PlannedKill[],
	teardown: Teardown,
	signal: AbortSignal,
): Promise<Ordeal> {
	const patience: Patience = { limitMs: POLL_LIMIT_MS, signal };
	const strikes: Strike[] = [];
	let n8n = launchN8n(victim.n8n, teardown);
	await waitForPoll(victim, patience);
	say(victim, 'n8n is up and the trigger active; events are being created');
	const maxLateMs = Math.min(MAX_LATE_MS, MAX_LATE_PER_KILL_MS * plan.length);
	const stream = startLiveStream(victim.service.log, { ...STREAM, maxLateMs });
	teardown.add(() => stream.stop());
	for (const [index, kill] of plan.entries()) {
		const hit = await strike(kill, victim, n8n, signal);
		strikes.push(hit);
		say(victim, `kill ${index + 1} of ${plan.length} ${describeStrike(hit, stream.created)}`);
		await sleep(kill.downMs, undefined, { signal });
		if (index === plan.length - 1) stream.stop();
		n8n = launchN8n(victim.n8n, teardown);
	}
	say(victim, `${stream.created.length} events created; waiting until all are delivered`);
	await waitUntilVisible(stream.created, patience);
	await drain(victim, patience);
	await stopN8n(n8n);
	const { executions } = await readDatabase(victim.n8n);
	return {
		created: stream.created,
		strikes,
		executions: mergeExecutions([
			...strikes.map(({ snapshot }) => snapshot.executions),
			executions,
		]),
		polls: victim.watch.polls,
	};
}
