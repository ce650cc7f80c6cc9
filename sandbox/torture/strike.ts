import type { TiedProcess } from '../processes/spawnTied';
import type { CreatedEvent } from '../service';
import { waitForMoment } from './aim';
import type { PlannedKill } from './killPlan';
import type { Snapshot } from './n8nDatabase';
import { readDatabase } from './n8nDatabase';
import type { WatchedPoll } from './pollWatch';
import type { Victim } from './victim';

/** One kill that was carried out, and what it left behind in n8n's database. */
export interface Strike {
	readonly kill: PlannedKill;
	readonly atMs: number;
	/** The newest poll at that moment. */
	readonly poll?: WatchedPoll;
	readonly snapshot: Snapshot;
}

/** What n8n had written of a poll's events when it was killed. */
export type Written = 'nothing' | 'state' | 'execution' | 'both';

/** The service tells its time in whole seconds; what lies ahead of it doesn't move the watermark. */
const SERVICE_CLOCK_STEP_MS = 1_000;

/** How long the moment for a kill may be in coming: some polls. */
const MOMENT_LIMIT_MS = 6 * 60_000;

/** Kills n8n as planned. */
export async function strike(
	kill: PlannedKill,
	victim: Victim,
	n8n: TiedProcess,
	signal: AbortSignal,
): Promise<Strike> {
	let atMs = 0;
	let poll: WatchedPoll | undefined;
	const shoot = () => {
		atMs = Date.now();
		n8n.killGroup();
		poll = victim.watch.latest && { ...victim.watch.latest };
	};
	const patience = AbortSignal.any([signal, AbortSignal.timeout(MOMENT_LIMIT_MS)]);
	const endedByItself = n8n.exited.then((status) => {
		if (atMs === 0) throw new Error(`n8n ended by itself, with status ${status}`);
	});
	await Promise.race([waitForMoment(kill, victim, shoot, patience), endedByItself]);
	await n8n.exited;
	return { kill, atMs, poll, snapshot: await readDatabase(victim.n8n) };
}

/** Whether the state that was saved counts these events, found by the poll, as consumed. */
export function isStateSaved({ poll, snapshot }: Strike, events: readonly CreatedEvent[]): boolean {
	const presentMs = (poll?.startedAtMs ?? 0) - SERVICE_CLOCK_STEP_MS;
	const times = events.map(({ createdAtMs }) => createdAtMs).filter((ms) => ms <= presentMs);
	return times.length > 0 && snapshot.savedWatermarkMs >= Math.max(...times);
}

/**
 * What n8n had written of the events that the poll before the kill had found.
 *
 * @returns undefined where it had found none
 */
export function writtenOf(hit: Strike, created: readonly CreatedEvent[]): Written | undefined {
	const { poll, snapshot } = hit;
	if (poll === undefined) return undefined;
	const { startedAtMs, lastRequestAtMs } = poll;
	const earlier = snapshot.executions.filter(({ createdAtMs }) => createdAtMs < startedAtMs);
	const known = new Set(earlier.flatMap(({ eventIds }) => eventIds));
	const found = created.filter(
		({ id, visibleAtMs }) => visibleAtMs <= lastRequestAtMs && !known.has(id),
	);
	if (found.length === 0) return undefined;
	const hasState = isStateSaved(hit, found);
	const hasExecution = snapshot.executions.length > earlier.length;
	if (hasState) return hasExecution ? 'both' : 'state';
	return hasExecution ? 'execution' : 'nothing';
}

/** The kill in words: what n8n was at, and what it left behind. */
export function describeStrike(hit: Strike, created: readonly CreatedEvent[]): string {
	const { kill, atMs, poll, snapshot } = hit;
	const since = (ms: number | undefined) => (ms ? `${atMs - ms} ms` : 'never');
	const doing = {
		duringPoll: `request ${poll?.requests ?? 0} of poll ${poll?.number ?? 0} under way`,
		afterLastAnswer: `${since(poll?.lastAnswerAtMs)} after the last answer of poll ${poll?.number ?? 0}`,
		atFirstWrite: `${kill.delayMs} ms after the first write, ${since(poll?.lastAnswerAtMs)} after the last answer of poll ${poll?.number ?? 0}`,
		duringExecution: `execution under way, ${kill.delayMs} ms after it reached the sink`,
	}[kill.kind];
	const last = snapshot.executions[snapshot.executions.length - 1];
	const execution = last ? `execution ${last.id} ${last.status}` : 'no execution';
	return `${kill.kind}: ${doing}; written: ${writtenOf(hit, created) ?? 'not asked for'}; newest ${execution}`;
}
