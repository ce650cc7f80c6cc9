import { describe, expect } from 'vitest';
import { kill } from '../lab/faults/kill';
import { type Moment, SLOWDOWN_MS } from '../lab/faults/moments';
import type { Guarantee } from '../lab/ledger';
import { test } from '../lab/test';
import { single } from '../lab/topologies/single';
import { POLLING_MODES, type PollingMode } from '../n8n/settings';
import { mixed, share } from '../service/generator/randomness';

const { KILLS = '1', SEED = '1', AFTER_RESTART: afterRestart = 'goOn' } = process.env;
const COUNT = Number(KILLS);
const MS_PER_MINUTE = 60_000;
const TIMEOUT_MS = (40 + 3 * COUNT) * MS_PER_MINUTE;
/** Well within the trigger's window of five minutes; the end has to wait for the latest event. */
const MAX_LATE_MS = Math.min(90_000, 15_000 * COUNT);
const STREAM = { ratePerSecond: 4, tieShare: 0.4, lateShare: 0.2, maxLateMs: MAX_LATE_MS };
const MAX_DOWN_MS = 5_000;
const REQUESTS_PER_POLL = 3;
const SKIP_SHARE = 0.3;

/** In an order in which the few kills of a short run differ from mode to mode. */
const MOMENTS: readonly Moment[] = [
	'duringExecution',
	'duringPoll',
	'afterLastResponse',
	'atFirstWrite',
];
const MAX_DELAY_MS: Readonly<Record<Moment, number>> = {
	duringPoll: SLOWDOWN_MS,
	afterLastResponse: 60,
	atFirstWrite: 30,
	duringExecution: 2 * SLOWDOWN_MS,
};

/** Kills at all moments by turns; the rest is drawn, the same way for the same seed. */
function killsOf(mode: PollingMode) {
	const first = POLLING_MODES.indexOf(mode);
	const draw = (index: number, salt: number) => share(mixed(Number(SEED), first, 0), index, salt);
	return Array.from({ length: COUNT }, (_, index) => {
		const moment = MOMENTS[(first + index) % MOMENTS.length] ?? 'duringPoll';
		return {
			moment,
			delayMs: Math.floor(draw(index, 300) * MAX_DELAY_MS[moment]),
			request: 1 + Math.floor(draw(index, 301) * REQUESTS_PER_POLL),
			skip: draw(index, 302) < SKIP_SHARE ? 1 : 0,
			downMs: Math.floor(draw(index, 303) * MAX_DOWN_MS),
		};
	});
}

/**
 * With durable cursors n8n writes state and execution together. Without them it writes one after the other, and the cost
 * of a kill between the two is n8n's, unless the trigger repeats its last delivery.
 */
function guaranteeOf(mode: PollingMode): Guarantee {
	if (mode === 'durableCursors') return 'exactlyOnce';
	return afterRestart === 'repeatLast' ? 'repeatsSaySo' : 'onceButForKills';
}

describe(`n8n is killed ${KILLS} times while events stream, After a Restart: ${afterRestart}`, () => {
	test.concurrent.for(POLLING_MODES)('%s', { timeout: TIMEOUT_MS }, async (mode, { openLab }) => {
		const lab = await openLab({ topology: single(mode), trigger: { options: { afterRestart } } });
		// Some are killed before their first delivery.
		const stream = lab.stream(STREAM);
		for (const { downMs, ...strike } of killsOf(mode)) {
			await kill(strike, lab);
			await lab.pause(downMs);
			// It may be killed again while it is starting.
			lab.n8n.main.launch();
		}
		stream.stop();
		// On a busy machine n8n needs more than a few polls until it has written what it found.
		await lab.delivered(guaranteeOf(mode));
		await lab.drained();
		await lab.n8n.stop();
		await lab.look();
		lab.say(lab.ledger.toString());
		expect(lab.ledger.kills).toHaveLength(COUNT);
		expect(lab.ledger.faults(guaranteeOf(mode))).toEqual([]);
	});
});
