import type { ContestantJobs } from './contestants/main';
import type { Times } from './contestants/measuring';
import type { ReaderName } from './contestants/readers';
import { JobProcess } from './jobs';
import { assertComplete } from './log';
import { Report, median, medianRatio } from './report';
import type { Place, ServiceJobs } from './service';

/** Most of the machine's memory, for a million events as items. */
const CONTESTANT_HEAP = '--max-old-space-size=12288';
/** For the texts of a million events. */
const SERVICE_HEAP = '--max-old-space-size=6144';

type Service = JobProcess<ServiceJobs>;

interface Race {
	readonly title: string;
	readonly rounds: number;
	readonly readers: readonly ReaderName[];
	/** How many events the log holds. */
	readonly log: number;
	/** How many of them are read, the newest; all unless given. */
	readonly events?: number;
	readonly place: Place;
	/** The service's, from the end of the warm-up on. */
	readonly behaviour?: Parameters<ServiceJobs['behave']>[0];
	/** How many, where polls are what is timed. */
	readonly polls?: number;
}

export type Result = Awaited<ReturnType<Bench['race']>>[number];

/** What each reads before its time counts, until its code is compiled. */
const WARM_UP_LOG = 20_000;

/** Starts the processes that take part, one service for each size of log. */
export class Bench {
	readonly report = new Report();
	private readonly services = new Map<number, Service>();

	constructor(readonly nodePath: string) {}

	/** The service with so many events; the same for all who ask. */
	service(events: number): Service {
		const running = this.services.get(events);
		if (running !== undefined) return running;
		const service: Service = new JobProcess(
			this.nodePath,
			'service.ts',
			[SERVICE_HEAP],
			[`${events}`],
		);
		this.services.set(events, service);
		return service;
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
	async race({ title, rounds, readers, log, events = log, place, behaviour = {}, polls }: Race) {
		const service = this.service(log);
		const task = { ...(await service.run('newest', { events, place })), polls };
		const warmUpEvents = Math.min(events, WARM_UP_LOG);
		const warmUp = await this.service(WARM_UP_LOG).run('newest', { events: warmUpEvents, place });
		const entries = readers.map((reader) => {
			return { reader, process: this.contestant(CONTESTANT_HEAP), times: new Array<Times>() };
		});
		for (const { reader, process } of entries) {
			for (let done = 0; done < 2; done++) await process.run('read', { ...warmUp, polls, reader });
		}
		await service.run('behave', behaviour);
		for (let round = 0; round < rounds; round++) {
			console.error(`${title}: round ${round + 1} of ${rounds}`);
			const first = round % entries.length;
			for (const { reader, process, times } of [
				...entries.slice(first),
				...entries.slice(0, first),
			]) {
				const result = await process.run('read', { ...task, reader });
				assertComplete(reader, result, task);
				times.push(result);
			}
		}
		await service.run('behave', {});
		for (const { process } of entries) await process.stop();
		const roundsOf = (of: ReaderName) =>
			entries.flatMap(({ reader, times }) => (reader === of ? times : []));
		const allMs = (of: ReaderName) => roundsOf(of).map(({ ms }) => ms);
		return readers.map((reader) => ({
			...{ title, events, reader },
			ms: median(allMs(reader)),
			cpuMs: median(roundsOf(reader).map(({ cpuMs }) => cpuMs)),
			mostRequests: Math.max(...roundsOf(reader).map(({ requests }) => requests)),
			/** Of its time to another's in the same round. */
			ratioTo: (other: ReaderName) => medianRatio(allMs(reader), allMs(other)),
		}));
	}

	/** Nothing else goes on once all has been measured; after an error they end with this process. */
	async stopServices(): Promise<void> {
		for (const service of this.services.values()) await service.stop();
	}
}
