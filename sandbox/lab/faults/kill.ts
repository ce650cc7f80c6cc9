import type { TrackedPoll } from '../../externalSystems/pollTracker';
import type { Kill } from '../ledger';
import { writtenAt } from '../ledger';
import type { Lab } from '../lab';
import type { Strike } from './moments';
import { at } from './moments';

function describe({ moment, delayMs }: Strike, kill: Kill, lab: Lab): string {
	const { poll, atMs, executions } = kill;
	const { number = 0, requests = 0, lastResponseAtMs = 0 } = poll ?? {};
	const sinceResponse =
		lastResponseAtMs > 0
			? `${atMs - lastResponseAtMs} ms after the last answer of poll ${number}`
			: `poll ${number} unanswered`;
	const doing = {
		duringPoll: `request ${requests} of poll ${number} in flight`,
		afterLastResponse: sinceResponse,
		atFirstWrite: `${delayMs} ms after the first write, ${sinceResponse}`,
		duringExecution: `${delayMs} ms after an execution reached the sink`,
	}[moment];
	const last = executions.at(-1);
	const execution = last ? `execution ${last.id} ${last.status}` : 'no execution';
	const written = writtenAt(kill, lab.ledger.created) ?? 'no new events to write';
	return `killed ${moment}: ${doing}; written: ${written}; newest ${execution}`;
}

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
	lab.say(describe(strike, entry, lab));
}
