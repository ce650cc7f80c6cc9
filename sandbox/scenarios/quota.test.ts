import { describe, expect } from 'vitest';
import type { Lab } from '../lab/lab';
import { test } from '../lab/test';
import { queue } from '../lab/topologies/queue';
import { single } from '../lab/topologies/single';
import type { N8n, Topology } from '../lab/topologies/topology';
import { EVERY_MINUTE } from '../n8n/pollTimes';
import { makeEvent } from '../service';

const BACKLOG = 10_000;
const BACKLOG_MS = 4 * 60_000;
/** Each minute of a trickle brings so many events, over so many requests. */
const TRICKLE = { events: 5, perMinute: 2, minutes: 3 };
const PER_MINUTE = 3;
/** Where the newest come first, a minute's requests have to reach from the newest late event to the oldest. */
const DRAIN_TIMEOUT_MS = 30 * 60_000;
const TIMEOUT_MS = 50 * 60_000;

interface Case {
	readonly topology: Topology<N8n>;
	/** A refusal asks to wait for the rest of the minute, and so many seconds more. */
	readonly extraSeconds: number;
	readonly isNewestFirst?: true;
	/** The backlog comes while n8n polls, not at once and dated before what the trigger has seen. */
	readonly isLive?: true;
}

const CASES: Readonly<Record<string, Case>> = {
	inMemory: { topology: single('inMemory'), extraSeconds: 30 },
	durableScheduler: { topology: single('durableScheduler'), extraSeconds: 30 },
	durableCursors: { topology: single('durableCursors'), extraSeconds: 30 },
	newestFirst: {
		topology: single('durableCursors'),
		extraSeconds: 0,
		isNewestFirst: true,
		isLive: true,
	},
	newestFirstLate: { topology: single('durableCursors'), extraSeconds: 0, isNewestFirst: true },
	queue: {
		topology: queue({ pollingMode: 'inMemory', binaryData: 'database' }),
		extraSeconds: 0,
	},
	queueDurableCursors: {
		topology: queue({ pollingMode: 'durableCursors', binaryData: 'filesystem' }),
		extraSeconds: 0,
	},
};

/** Puts a backlog into the log, as if it had been held back for minutes: most of it comes late. */
function addBacklog({ systems: { service }, ledger }: Lab): void {
	const firstMs = Date.now() - BACKLOG_MS;
	const events = Array.from({ length: BACKLOG }, (_, index) =>
		makeEvent({
			id: `backlog-${index}`,
			createdAtMs: firstMs + Math.floor((index * BACKLOG_MS) / BACKLOG),
		}),
	);
	service.log.append(...events);
	ledger.expect(
		events.map(({ id, createdAtMs }) => ({ id, createdAtMs, visibleAtMs: createdAtMs })),
	);
}

async function streamBacklog(lab: Lab): Promise<void> {
	const stream = lab.stream({ ratePerSecond: BACKLOG / (BACKLOG_MS / 1000) });
	await lab.pause(BACKLOG_MS);
	stream.stop();
}

describe('a quota lets few requests through, and each event comes once', () => {
	test.concurrent.for(Object.entries(CASES))(
		'%s',
		{ timeout: TIMEOUT_MS },
		async ([, { topology, extraSeconds, isNewestFirst, isLive }], { openLab }) => {
			const quota = { header: 'retry-after', reset: 'seconds', extraSeconds } as const;
			const lab = await openLab<N8n>({
				topology,
				trigger: { pollTimes: EVERY_MINUTE },
				behaviour: isNewestFirst ? { feedOrder: 'ignored' } : {},
			});
			const { service } = lab.systems;
			const begunMs = Date.now();
			service.behaviour = { ...service.behaviour, quota: { ...quota, perMinute: PER_MINUTE } };
			if (isLive) await streamBacklog(lab);
			else addBacklog(lab);
			await lab.delivered('exactlyOnce', DRAIN_TIMEOUT_MS);
			lab.say(`the backlog came within ${Math.round((Date.now() - begunMs) / 1000)} s`);

			service.behaviour = {
				...service.behaviour,
				quota: { ...quota, perMinute: TRICKLE.perMinute },
			};
			for (let minute = 0; minute < TRICKLE.minutes; minute += 1) {
				lab.add(TRICKLE.events);
				await lab.delivered();
			}
			lab.say(`the trickle came by ${Math.round((Date.now() - begunMs) / 1000)} s`);
			await lab.n8n.stop();
			await lab.look();
			lab.say(lab.ledger.toString());
			expect(lab.ledger.faults('exactlyOnce')).toEqual([]);
		},
	);
});
