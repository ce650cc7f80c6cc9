import type { TrackedPoll } from '../../externalSystems/pollTracker';
import { writtenAt } from '../ledger';
import type { Lab } from '../lab';
import type { Strike } from './moments';
import { at } from './moments';

/** Kills n8n with SIGKILL at a moment, and enters into the ledger what is in its database then. n8n stays down. */
export async function kill(strike: Strike, lab: Lab): Promise<void> {
	let atMs = 0;
	let poll: TrackedPoll | undefined;
	let killed: Promise<void> | undefined;
	await at(strike, lab, () => {
		atMs = Date.now();
		killed = lab.n8n.main.kill();
		poll = lab.systems.polls.latest && { ...lab.systems.polls.latest };
	});
	await killed;
	const { executions, savedWatermarkMs } = await lab.look();
	const deliveries = executions.filter(({ isDelivery }) => isDelivery);
	const entry = { atMs, poll, executions: deliveries, savedWatermarkMs };
	lab.ledger.kills.push(entry);
	const written = writtenAt(entry, lab.ledger.created) ?? 'no new events to write';
	const { moment, delayMs } = strike;
	lab.say(`killed ${moment}, ${delayMs} ms into it, in poll ${poll?.number}; written: ${written}`);
}
