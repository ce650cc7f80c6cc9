import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject } from '../jsonGuards';
import type { Sender } from '../sink/message';
import type { EditorApi } from './editorApi';
import { fieldOf } from './editorApi';

interface RunningExecution {
	readonly id: string;
	readonly workflowId: string;
	readonly workflowName: string;
}

/** Whoever sends waits for the answer meanwhile. */
const MAX_WAIT_MS = 2_000;
const RUNNING = JSON.stringify({ status: ['running'] });

function toRunning(value: unknown): RunningExecution {
	return {
		id: String(fieldOf(value, 'id')),
		workflowId: String(fieldOf(value, 'workflowId')),
		workflowName: String(fieldOf(value, 'workflowName')),
	};
}

async function listRunning(api: EditorApi): Promise<RunningExecution[]> {
	const query = new URLSearchParams({ filter: RUNNING, limit: '20' });
	const results = fieldOf(await api.get(`executions?${query.toString()}`), 'results');
	return Array.isArray(results) ? results.filter(isJsonObject).map(toRunning) : [];
}

/** Whether the workflow, as it is being executed, names an address. */
async function names(address: RegExp, api: EditorApi, { id }: RunningExecution): Promise<boolean> {
	const execution = await api.get(`executions/${id}`);
	const nodes = fieldOf(fieldOf(execution, 'workflowData'), 'nodes');
	return address.test(JSON.stringify(nodes ?? []));
}

async function search(api: EditorApi, address: RegExp): Promise<Sender | undefined> {
	const running = await listRunning(api);
	const naming = await Promise.all(running.map((execution) => names(address, api, execution)));
	const [first, ...others] = running.filter((_, index) => naming[index]);
	if (first === undefined) return undefined;
	const { id, workflowId, workflowName } = first;
	if (others.some((other) => other.workflowId !== workflowId)) return undefined;
	return { workflowId, workflowName, ...(others.length === 0 ? { executionId: id } : {}) };
}

async function searchInTime(api: EditorApi, address: RegExp): Promise<Sender | undefined> {
	const timeUp = new AbortController();
	try {
		const tooLate = sleep(MAX_WAIT_MS, undefined, { signal: timeUp.signal });
		return await Promise.race([search(api, address), tooLate]);
	} catch {
		// n8n has ended, or answers otherwise than we know.
		return undefined;
	} finally {
		timeUp.abort();
	}
}

/**
 * Finds out which workflow sends something to an address right now, while it waits for the answer:
 * the only one among those that n8n is executing that names the address.
 */
export class SenderSearch {
	private scope?: { readonly api: EditorApi; readonly address: RegExp };
	private running?: Promise<Sender | undefined>;
	private next?: Promise<Sender | undefined>;

	/** From now on there is an n8n to be asked who sends to a port of this machine's. */
	begin(api: EditorApi, port: string): void {
		this.scope = { api, address: new RegExp(`(127\\.0\\.0\\.1|localhost):${port}\\b`) };
	}

	/**
	 * `undefined` where it isn't known for sure, or not in time. What comes during a search shares the
	 * one after it: the running one may have looked before its sender was there.
	 */
	async find(): Promise<Sender | undefined> {
		if (!this.running) return await this.start();
		this.next ??= this.running.then(() => {
			this.next = undefined;
			return this.start();
		});
		return await this.next;
	}

	private start(): Promise<Sender | undefined> {
		const { scope } = this;
		if (!scope) return Promise.resolve(undefined);
		const running = searchInTime(scope.api, scope.address).finally(() => {
			if (this.running === running) this.running = undefined;
		});
		this.running = running;
		return running;
	}
}
