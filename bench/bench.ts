import type { Plan } from './plan';
import { startService, type ServiceKind, type ServiceProcess } from './processes/serviceProcess';
import { startWorker, type Worker, type WorkerOptions } from './processes/workerProcess';
import type { Progress } from './report/progress';

/** What every case measures with: one service for each size of log, workers that are ended. */
export class Bench {
	private readonly services = new Map<string, Promise<ServiceProcess>>();
	private readonly workers = new Set<Worker>();

	constructor(
		readonly plan: Plan,
		readonly nodePath: string,
		readonly progress: Progress,
	) {}

	/** The service with so many events; the same for all who ask. */
	async service(events: number, kind: ServiceKind = 'quick'): Promise<ServiceProcess> {
		const name = `${kind} ${events}`;
		const running = this.services.get(name) ?? startService(this.nodePath, events, kind);
		this.services.set(name, running);
		return await running;
	}

	/** A fresh worker, stopped at the end at the latest. */
	worker(options: Omit<WorkerOptions, 'nodePath'> = {}): Worker {
		const worker = startWorker({ ...options, nodePath: this.nodePath });
		this.workers.add(worker);
		return worker;
	}

	async stop(): Promise<void> {
		for (const worker of this.workers) await worker.stop();
		for (const service of this.services.values()) await (await service).stop();
	}
}
