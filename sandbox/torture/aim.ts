import { watch as watchFolder } from 'node:fs';
import { databaseOf } from './n8nDatabase';
import type { PlannedKill } from './killPlan';
import { HOLD_MS } from './killPlan';
import type { Victim } from './victim';

/** Lays a kill; `shoot` is called once, at its moment. Gives how to lay it down again. */
type Aim = (kill: PlannedKill, victim: Victim, shoot: () => void) => () => void;

/** Whether a poll is one of those to let pass, counted from now on. */
function passesFrom({ watch }: Victim, passes: number): (number: number) => boolean {
	const first = watch.polls + (watch.isOngoing(Date.now()) ? 0 : 1);
	return (number) => number < first + passes;
}

const aimAtRequest: Aim = (kill, victim, shoot) => {
	const { watch, service } = victim;
	const isLetPass = passesFrom(victim, kill.passes);
	const isTooSoon = passesFrom(victim, kill.passes + 1);
	let timer: NodeJS.Timeout | undefined;
	watch.listen({
		onRequest: ({ number, requests }) => {
			// A poll may need fewer requests; then the next one has to do.
			const isMeant = requests === kill.request || !isTooSoon(number);
			if (timer !== undefined || isLetPass(number) || !isMeant) return;
			service.behaviour.latencyMs = HOLD_MS;
			timer = setTimeout(shoot, kill.delayMs);
		},
	});
	return () => {
		clearTimeout(timer);
		service.behaviour.latencyMs = 0;
	};
};

const aimAfterAnswer: Aim = (kill, victim, shoot) => {
	const isLetPass = passesFrom(victim, kill.passes);
	let timer: NodeJS.Timeout | undefined;
	victim.watch.listen({
		onRequest: () => clearTimeout(timer),
		onAnswer: ({ number }, isLast) => {
			if (isLast && !isLetPass(number)) timer = setTimeout(shoot, kill.delayMs);
		},
	});
	return () => clearTimeout(timer);
};

const aimAtWrite: Aim = (kill, victim, shoot) => {
	const isLetPass = passesFrom(victim, kill.passes);
	const { folder, journal } = databaseOf(victim.n8n);
	let isDue = false;
	let timer: NodeJS.Timeout | undefined;
	victim.watch.listen({
		onRequest: () => {
			isDue = false;
			clearTimeout(timer);
			timer = undefined;
		},
		onAnswer: ({ number }, isLast) => {
			isDue = isLast && !isLetPass(number);
		},
	});
	const watcher = watchFolder(folder, (_event, name) => {
		if (!isDue || timer !== undefined || name !== journal) return;
		if (kill.delayMs === 0) return shoot();
		timer = setTimeout(shoot, kill.delayMs);
	});
	return () => {
		clearTimeout(timer);
		watcher.close();
	};
};

const aimAtExecution: Aim = (kill, { sink }, shoot) => {
	let passes = kill.passes;
	let timer: NodeJS.Timeout | undefined;
	sink.holdMs = HOLD_MS;
	sink.onArrival = () => {
		if (passes-- > 0 || timer !== undefined) return;
		timer = setTimeout(shoot, kill.delayMs);
	};
	return () => {
		clearTimeout(timer);
		sink.holdMs = 0;
		sink.onArrival = () => {};
	};
};

const AIMS: Readonly<Record<PlannedKill['kind'], Aim>> = {
	duringPoll: aimAtRequest,
	afterLastAnswer: aimAfterAnswer,
	atFirstWrite: aimAtWrite,
	duringExecution: aimAtExecution,
};

/**
 * Waits for the moment that a kill is planned for and calls `shoot` in it.
 *
 * @throws the signal's reason when it is aborted before
 */
export async function waitForMoment(
	kill: PlannedKill,
	victim: Victim,
	shoot: () => void,
	signal: AbortSignal,
): Promise<void> {
	signal.throwIfAborted();
	let layDown: (() => void) | undefined;
	try {
		await new Promise<void>((resolve, reject) => {
			const giveUp = () => reject(new Error(`There was no moment for a kill ${kill.kind}`));
			signal.addEventListener('abort', giveUp, { once: true });
			let isShot = false;
			layDown = AIMS[kill.kind](kill, victim, () => {
				if (isShot) return;
				isShot = true;
				shoot();
				resolve();
			});
		});
	} finally {
		layDown?.();
		victim.watch.listen({});
	}
}
