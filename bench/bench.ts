import { join } from 'node:path';
import type { ContestantJobs } from './contestants/main';
import type { ReadTask, ReaderName } from './contestants/readers';
import type { Times } from './contestants/timeAndMemory';
import { assertComplete } from './ids';
import { JobProcess } from './jobs';
import { Report, median } from './report';
import type { LogPart, ServiceJobs, ServiceKind } from './service';

/** Most of the machine's memory, for a million events as items. */
const CONTESTANT_HEAP = '--max-old-space-size=12288';
/** For the texts of a million events. */
const SERVICE_HEAP = '--max-old-space-size=6144';

export interface Service {
	readonly process: JobProcess<ServiceJobs>;
	readonly wholeLog: LogPart;
}

export interface Race {
	readonly title: string;
	readonly rounds: number;
	readonly readers: readonly ReaderName[];
	readonly service: Service;
	/** The service's, from the end of the warm-up on. */
	readonly behaviour: Parameters<ServiceJobs['behave']>[0];
	readonly task: ReadTask;
	/** What each reads before its time counts, until its code is compiled. */
	readonly warmUps: readonly ReadTask[];
}

/** What came of a race: medians over the rounds. */
export interface Outcome {
	readonly ms: (reader: ReaderName) => number;
	readonly cpuMs: (reader: ReaderName) => number;
	/** Of one reader's time to another's in the same round. */
	readonly ratio: (reader: ReaderName, over: ReaderName) => number;
}

/** Starts the processes that take part, one service for each size of log, and stops them again. */
export class Bench {
	readonly report = new Report();
	private readonly startedMs = Date.now();
	private readonly services = new Map<string, Promise<Service>>();
	private readonly processes: Array<{ readonly stop: () => Promise<void> }> = [];

	constructor(readonly nodePath: string) {}

	/** On standard error; the report goes to standard output. */
	logProgress(what: string): void {
		const seconds = Math.round((Date.now() - this.startedMs) / 1000);
		console.error(`${String(seconds).padStart(5)} s  ${what}`);
	}

	/** The service with so many events; the same for all who ask. */
	async service(events: number, kind: ServiceKind = 'quick'): Promise<Service> {
		const name = `${kind} ${events}`;
		const running = this.services.get(name) ?? this.startService(events, kind);
		this.services.set(name, running);
		return await running;
	}

	/** A fresh process for one contestant, so that none affects another's heap or compiled code. */
	contestant(...nodeOptions: string[]): JobProcess<ContestantJobs> {
		const script = join(__dirname, 'contestants', 'main.ts');
		const process = new JobProcess<ContestantJobs>(this.nodePath, script, nodeOptions);
		this.processes.push(process);
		return process;
	}

	/**
	 * Has each reader do the same, each in a process of its own, one at a time, in an order that
	 * changes from round to round. @throws Error where one of them is not complete
	 */
	async race({ title, rounds, service, task, ...race }: Race): Promise<Outcome> {
		const entries = race.readers.map((reader) => {
			return { reader, process: this.contestant(CONTESTANT_HEAP), times: new Array<Times>() };
		});
		for (const { reader, process } of entries) {
			this.logProgress(`${title}: ${reader} warms up`);
			for (const warmUp of race.warmUps) await process.run('read', { ...warmUp, reader });
		}
		await service.process.run('behave', race.behaviour);
		for (let round = 0; round < rounds; round++) {
			const first = round % entries.length;
			const turns = [...entries.slice(first), ...entries.slice(0, first)];
			for (const { reader, process, times } of turns) {
				this.logProgress(`${title}: round ${round + 1} of ${rounds}, ${reader}`);
				const result = await process.run('read', { ...task, reader });
				assertComplete(reader, result, task.expected);
				times.push(result);
			}
		}
		await service.process.run('behave', {});
		for (const { process } of entries) await process.stop();
		const of = (reader: ReaderName) =>
			entries.find((entry) => entry.reader === reader)?.times ?? [];
		return {
			ms: (reader) => median(of(reader).map(({ ms }) => ms)),
			cpuMs: (reader) => median(of(reader).map(({ cpuMs }) => cpuMs)),
			ratio: (reader, over) =>
				median(of(reader).map(({ ms }, round) => ms / (of(over)[round]?.ms ?? NaN))),
		};
	}

	async stop(): Promise<void> {
		for (const process of this.processes) await process.stop();
	}

	private async startService(events: number, kind: ServiceKind): Promise<Service> {
		const script = join(__dirname, 'service.ts');
		const process = new JobProcess<ServiceJobs>(this.nodePath, script, [SERVICE_HEAP]);
		this.processes.push(process);
		await process.run('start', { events, kind });
		return { process, wholeLog: await process.run('newest', { events }) };
	}
}
