import type { ContestantJobs } from './contestants/main';
import type { Times } from './contestants/measuring';
import type { ReaderName } from './contestants/readers';
import { JobProcess } from './jobs';
import { assertComplete, type LogPart, type ReadTask } from './log';
import { Report, median, medianRatio } from './report';
import type { ServiceJobs, ServiceKind } from './service';

/** Most of the machine's memory, for a million events as items. */
const CONTESTANT_HEAP = '--max-old-space-size=12288';
/** For the texts of a million events. */
const SERVICE_HEAP = '--max-old-space-size=6144';

interface Service {
	readonly process: JobProcess<ServiceJobs>;
	readonly wholeLog: LogPart;
}

interface Race {
	readonly title: string;
	readonly rounds: number;
	readonly readers: readonly ReaderName[];
	readonly service: Service;
	/** The service's, from the end of the warm-up on. */
	readonly behaviour?: Parameters<ServiceJobs['behave']>[0];
	readonly task: ReadTask;
	/** What each reads before its time counts, until its code is compiled. */
	readonly warmUps: readonly ReadTask[];
}

export type Result = Awaited<ReturnType<Bench['race']>>[number];

/** Starts the processes that take part, one service for each size of log. */
export class Bench {
	readonly report = new Report();
	private readonly services = new Map<string, Promise<Service>>();

	constructor(readonly nodePath: string) {}

	/** The service with so many events; the same for all who ask. */
	async service(events: number, kind: ServiceKind = 'quick'): Promise<Service> {
		const name = `${kind} ${events}`;
		const running = this.services.get(name) ?? this.startService(events, kind);
		this.services.set(name, running);
		return await running;
	}

	/** A fresh process for one contestant, so that none affects another's heap or compiled code. */
	contestant(...nodeOptions: string[]): JobProcess<ContestantJobs> {
		return new JobProcess(this.nodePath, 'contestants/main.ts', nodeOptions);
	}

	/**
	 * Has each reader do the same, each in a process of its own, one at a time, in an order that
	 * changes from round to round. Gives medians over the rounds.
	 * @throws Error where one of them is not complete
	 */
	async race({ title, rounds, service, task, ...race }: Race) {
		const entries = race.readers.map((reader) => {
			return { reader, process: this.contestant(CONTESTANT_HEAP), times: new Array<Times>() };
		});
		for (const { reader, process } of entries) {
			for (const warmUp of race.warmUps) await process.run('read', { ...warmUp, reader });
		}
		await service.process.run('behave', race.behaviour ?? {});
		for (let round = 0; round < rounds; round++) {
			console.error(`${title}: round ${round + 1} of ${rounds}`);
			const first = round % entries.length;
			const turns = [...entries.slice(first), ...entries.slice(0, first)];
			for (const { reader, process, times } of turns) {
				const result = await process.run('read', { ...task, reader });
				assertComplete(reader, result, task);
				times.push(result);
			}
		}
		await service.process.run('behave', {});
		for (const { process } of entries) await process.stop();
		const roundsOf = (of: ReaderName) =>
			entries.flatMap(({ reader, times }) => (reader === of ? times : []));
		const allMs = (of: ReaderName) => roundsOf(of).map(({ ms }) => ms);
		return race.readers.map((reader) => ({
			reader,
			ms: median(allMs(reader)),
			cpuMs: median(roundsOf(reader).map(({ cpuMs }) => cpuMs)),
			fullCollections: median(roundsOf(reader).map(({ fullCollections }) => fullCollections)),
			mostRequests: Math.max(...roundsOf(reader).map(({ requests }) => requests)),
			/** Of its time to another's in the same round. */
			ratioTo: (other: ReaderName) => medianRatio(allMs(reader), allMs(other)),
		}));
	}

	/** Nothing else goes on once all has been measured; after an error they end with this process. */
	async stopServices(): Promise<void> {
		for (const service of this.services.values()) await (await service).process.stop();
	}

	private async startService(events: number, kind: ServiceKind): Promise<Service> {
		const [options, args] = [[SERVICE_HEAP], [String(events), kind]];
		const process = new JobProcess<ServiceJobs>(this.nodePath, 'service.ts', options, args);
		return { process, wholeLog: await process.run('newest', { events }) };
	}
}
