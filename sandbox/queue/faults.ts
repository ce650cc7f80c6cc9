import { setTimeout as sleep } from 'node:timers/promises';
import { killOnTime } from '../crashTest/killTiming';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import type { Cluster } from './cluster';
import type { PlannedFault } from './faultPlan';
import type { Member } from './member';
import { runningExecution } from './workerLog';

/** How long a fault may be in coming: some polls. */
const FAULT_TIMEOUT_MS = 6 * 60_000;

/** The worker that is at an execution now. */
function busyWorker({ workers }: Cluster): Member | undefined {
	return workers.find(({ log }) => runningExecution(log) !== undefined);
}

async function killAndStart(member: Member, downMs: number, signal: AbortSignal): Promise<string> {
	const running = runningExecution(member.log);
	await member.kill();
	await sleep(downMs, undefined, { signal });
	await member.start();
	return running === undefined
		? `${member.name} killed`
		: `${member.name} killed in execution ${running}`;
}

/** Does what was planned, at once, and gives it in words once everything is up again. */
async function strike(
	{ fault, downMs }: PlannedFault,
	cluster: Cluster,
	signal: AbortSignal,
): Promise<string> {
	switch (fault) {
		case 'workerKilled': {
			const worker = busyWorker(cluster);
			if (worker === undefined)
				throw new Error('No worker was at an execution when one was to be killed');
			return await killAndStart(worker, downMs, signal);
		}
		case 'mainKilled':
			return await killAndStart(cluster.main, downMs, signal);
		case 'redisRestarted':
			await cluster.redis.server.restart(downMs);
			return 'Redis restarted';
		case 'postgresRestarted':
			await cluster.postgres.server.restart(downMs);
			return 'PostgreSQL restarted';
	}
}

/**
 * Kills or restarts something at the planned time. Gives what was done, in words, once everything is
 * up again. @throws Error when the time for it doesn't come
 */
export async function carryOut(
	plan: PlannedFault,
	cluster: Cluster,
	systems: ExternalSystems,
	signal: AbortSignal,
): Promise<string> {
	let struck: Promise<string> | undefined;
	const target = { mode: cluster.mode.mode, n8n: cluster.main.n8n, systems };
	const timeout = AbortSignal.any([signal, AbortSignal.timeout(FAULT_TIMEOUT_MS)]);
	await killOnTime(
		plan,
		target,
		() => {
			struck = strike(plan, cluster, signal);
			// Whoever waits for it is told; nobody does until the timing has been undone.
			struck.catch(() => {});
		},
		timeout,
	);
	return `${plan.timing}: ${(await struck) ?? 'nothing done'}, down for ${plan.downMs} ms`;
}
