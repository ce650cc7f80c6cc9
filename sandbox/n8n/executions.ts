import type { EditorApi } from './editorApi';
import { fieldOf } from './editorApi';

/** One run of a workflow, as n8n itself recorded it. */
interface Execution {
	readonly id: string;
	/** `success`, `error`, `running`, … */
	readonly status: string;
}

/** `undefined` where n8n has not written an execution down yet. */
const UNDER_WAY = new Set(['new', 'running', 'waiting', 'undefined']);

/** Whether an execution of this status has not come to its end. */
export function isUnderWay(status: string): boolean {
	return UNDER_WAY.has(status);
}

function toExecution(value: unknown): Execution {
	return { id: String(fieldOf(value, 'id')), status: String(fieldOf(value, 'status')) };
}

/** The newest executions (100 at most) of one workflow or of all, asked of n8n as its editor does. */
export async function listExecutions(api: EditorApi, workflowId?: string): Promise<Execution[]> {
	const query = new URLSearchParams({ filter: JSON.stringify({ workflowId }), limit: '100' });
	const results = fieldOf(await api.get(`executions?${query.toString()}`), 'results');
	if (!Array.isArray(results)) throw new Error('n8n lists its executions in an unknown shape');
	return results.map(toExecution);
}

/** What n8n says of one execution: `success`, `error`, `running`, … */
export async function statusOfExecution(api: EditorApi, executionId: string): Promise<string> {
	return String(fieldOf(await api.get(`executions/${executionId}`), 'status'));
}

/** What an execution failed with, in n8n's words. */
export async function failureOfExecution(api: EditorApi, executionId: string): Promise<string> {
	const data = fieldOf(await api.get(`executions/${executionId}`), 'data');
	const stored: unknown = JSON.parse(String(data));
	const values: readonly unknown[] = Array.isArray(stored) ? stored : [];
	// n8n stores each value once, and names it by its place.
	const member = (value: unknown, name: string) => values[Number(fieldOf(value, name))];
	return String(member(member(member(values[0], 'resultData'), 'error'), 'message'));
}
