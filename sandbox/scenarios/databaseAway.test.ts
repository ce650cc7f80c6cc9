import { describe, expect } from 'vitest';
import { withDown } from '../lab/faults/down';
import type { Strike } from '../lab/faults/moments';
import { test } from '../lab/test';
import { onPostgres } from '../lab/topologies/onPostgres';

const AWAY_MS = 60_000;
const STREAM = { ratePerSecond: 1, tieShare: 0.4, lateShare: 0.2, maxLateMs: 15_000 };

/**
 * With durable cursors it goes away just when n8n hands events over. In memory n8n would lose these, so there it
 * goes away once n8n has.
 */
const STRIKES: ReadonlyArray<readonly ['inMemory' | 'durableCursors', Strike]> = [
	['inMemory', { moment: 'duringExecution', delayMs: 500, skip: 1 }],
	['durableCursors', { moment: 'afterLastResponse', delayMs: 0, skip: 1 }],
];

describe("n8n's database goes away for a minute, and each event comes once", () => {
	test.concurrent.for(STRIKES)('%s', async ([pollingMode, strike], { openLab }) => {
		const lab = await openLab({ topology: onPostgres(pollingMode) });
		const { postgres } = lab.n8n;
		const stream = lab.stream(STREAM);
		const takeDown = async () => {
			await postgres.stop();
			return postgres;
		};
		await withDown(strike, lab, takeDown, AWAY_MS);
		lab.say(`${stream.created.length} events came until it was back`);
		await lab.poll();
		stream.stop();
		await lab.delivered();
		await lab.drained();
		await lab.n8n.stop();
		await lab.look();
		lab.say(lab.ledger.toString());
		expect(lab.ledger.faults('exactlyOnce')).toEqual([]);
	});
});
