import type { TrackedPoll } from '../externalSystems/pollTracker';
import type { ManagedProcess } from '../processes/managedProcess';
import type { CreatedEvent } from '../service';
import type { PlannedKill } from './killPlan';
import { killOnTime } from './killTiming';
import type { Snapshot } from './n8nDatabase';
import { readDatabase } from './n8nDatabase';
import type { Target } from './target';

/** One kill that was carried out, and what it left behind in n8n's database. */
export interface Kill {
	readonly plan: PlannedKill;
	readonly atMs: number;
	/** The newest poll at that time. */
	readonly poll?: TrackedPoll;
	readonly snapshot: Snapshot;
}

/** What n8n had written of a poll's events when it was killed. */
export type Written = 'nothing' | 'state' | 'execution' | 'both';

/** The service tells its time in whole seconds; what lies ahead of it doesn't move the watermark. */
const SERVICE_CLOCK_STEP_MS = 1_000;

/** How long a kill may be in coming: some polls. */
const KILL_TIMEOUT_MS = 6 * 60_000;

/** Kills n8n as planned. @throws Error when n8n ends by itself, or the time for it doesn't come */
export async function killN8n(
	plan: PlannedKill,
	target: Target,
	n8n: ManagedProcess,
	signal: AbortSignal,
): Promise<Kill> {
	let atMs = 0;
	let poll: TrackedPoll | undefined;
	const kill = () => {
		atMs = Date.now();
		n8n.killGroup();
		poll = target.systems.polls.latest && { ...target.systems.polls.latest };
	};
	const endedByItself = n8n.exited.then((status) => {
		if (atMs === 0) throw new Error(`n8n ended by itself, with status ${status}`);
	});
	const timeout = AbortSignal.any([signal, AbortSignal.timeout(KILL_TIMEOUT_MS)]);
	await Promise.race([killOnTime(plan, target, kill, timeout), endedByItself]);
	await n8n.exited;
	return { plan, atMs, poll, snapshot: await readDatabase(target.n8n) };
}

/** Whether the state that was saved counts these events, found by the poll, as consumed. */
export function isStateSaved({ poll, snapshot }: Kill, events: readonly CreatedEvent[]): boolean {
	const presentMs = (poll?.startedAtMs ?? 0) - SERVICE_CLOCK_STEP_MS;
	const times = events.map(({ createdAtMs }) => createdAtMs).filter((ms) => ms <= presentMs);
	return times.length > 0 && snapshot.savedWatermarkMs >= Math.max(...times);
}

/**
 * What n8n had written of the events that the poll before the kill had found.
 *
 * @returns undefined where it had found none
 */
export function writtenAt(kill: Kill, created: readonly CreatedEvent[]): Written | undefined {
	const { poll, snapshot } = kill;
	if (poll === undefined) return undefined;
	const { startedAtMs, lastRequestAtMs } = poll;
	const earlier = snapshot.executions.filter(({ createdAtMs }) => createdAtMs < startedAtMs);
	const known = new Set(earlier.flatMap(({ eventIds }) => eventIds));
	const found = created.filter(
		({ id, visibleAtMs }) => visibleAtMs <= lastRequestAtMs && !known.has(id),
	);
	if (found.length === 0) return undefined;
	const hasState = isStateSaved(kill, found);
	const hasExecution = snapshot.executions.length > earlier.length;
	if (hasState) return hasExecution ? 'both' : 'state';
	return hasExecution ? 'execution' : 'nothing';
}

/** The kill in words: what n8n was doing, and what it left behind. */
export function describeKill(kill: Kill, created: readonly CreatedEvent[]): string {
	const { plan, atMs, poll, snapshot } = kill;
	const number = poll?.number ?? 0;
	const sinceResponse = poll?.lastResponseAtMs
		? `${atMs - poll.lastResponseAtMs} ms after the last answer of poll ${number}`
		: `poll ${number} unanswered`;
	const doing = {
		duringPoll: `request ${poll?.requests ?? 0} of poll ${number} in flight`,
		afterLastResponse: sinceResponse,
		atFirstWrite: `${plan.delayMs} ms after the first write, ${sinceResponse}`,
		duringExecution: `execution in flight, ${plan.delayMs} ms after it reached the sink`,
	}[plan.timing];
	const last = snapshot.executions[snapshot.executions.length - 1];
	const execution = last ? `execution ${last.id} ${last.status}` : 'no execution';
	const written = writtenAt(kill, created) ?? 'no new events to write';
	return `${plan.timing}: ${doing}; written: ${written}; newest ${execution}`;
}
