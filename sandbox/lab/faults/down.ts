import type { Lab } from '../lab';
import type { Strike } from './moments';
import { at } from './moments';

/** What can be down: a process of n8n's, or a server that it needs. */
export interface Restartable {
	readonly name: string;
	start(): Promise<void>;
}

/**
 * Takes something down at a moment, and starts it again after a while.
 * @param takeDown does so at once, and gives what is down then
 */
export async function withDown(
	strike: Strike,
	lab: Lab,
	takeDown: () => Promise<Restartable>,
	downMs: number,
): Promise<void> {
	let taken: Promise<Restartable> | undefined;
	await at(strike, lab, () => {
		taken = takeDown();
		// Whoever waits for it is told; nobody does until the moment is over.
		taken.catch(() => {});
	});
	const down = await taken;
	lab.say(`${strike.moment}: ${down?.name} is down for ${downMs} ms`);
	await lab.pause(downMs);
	await down?.start();
	// n8n empties executions that it gives up.
	await lab.look();
}
