import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ServiceBehaviour } from '../../sandbox/service/behaviour';
import { ROOT } from '../places';
import { isValues, textOf, type Values } from '../values';
import { digestOf } from './idDigest';
import { readThrough, setBehaviour, storedEvents } from './serviceControl';
import { ended, startTiedNode } from './tiedNode';

const SCRIPT = join(ROOT, 'sandbox', 'service', 'main.ts');
const SEED = 20_261_121;
const DAYS = 60;
/** For the texts of a million events. */
const HEAP = '--max-old-space-size=6144';

/**
 * `quick`: every event is written already, and a page costs the service next to nothing, as where
 * many machines answer. `slow`: it writes each page anew, one page at a time.
 */
export type ServiceKind = 'quick' | 'slow';

/** The simulated service with a seeded log, in a process of its own. */
export interface ServiceProcess {
	readonly baseUrl: string;
	readonly events: number;
	/** All ids, oldest first: what a complete reading must come to. */
	readonly expected: Values;
	set(behaviour: Partial<ServiceBehaviour>): Promise<void>;
	stop(): Promise<void>;
}

/** Starts the service with so many events. @throws when it does not come up */
export async function startService(
	nodePath: string,
	events: number,
	kind: ServiceKind = 'quick',
): Promise<ServiceProcess> {
	const child = startTiedNode({
		nodePath,
		script: SCRIPT,
		args: [
			...['--events', String(events), '--seed', String(SEED), '--days', String(DAYS)],
			...(kind === 'quick' ? ['--keep-texts'] : []),
		],
		nodeOptions: [HEAP],
		channel: 'ignore',
	});
	const baseUrl = await firstLine(child.stdout);
	if (kind === 'quick') await readThrough(baseUrl, events);
	const expected = digestOf((await storedEvents(baseUrl)).map(({ id }) => id));
	return {
		baseUrl,
		events,
		expected,
		set: async (behaviour) => await setBehaviour(baseUrl, behaviour),
		stop: async () => {
			child.kill('SIGTERM');
			await ended(child);
		},
	};
}

async function firstLine(output: NodeJS.ReadableStream | null): Promise<string> {
	if (output === null) throw new Error('The service has no output');
	for await (const line of createInterface({ input: output })) {
		const said: unknown = JSON.parse(line);
		if (isValues(said)) return textOf(said, 'baseUrl');
	}
	throw new Error('The service did not start');
}
