import type { EditorApi } from '../n8n/editorApi';
import { fieldOf } from '../n8n/editorApi';

const EXECUTIONS_AT_ONCE = 100;
const OPENED_AT_ONCE = 10;

function idsOf(list: unknown): string[] {
	if (!Array.isArray(list)) throw new TypeError('n8n lists in an unknown shape');
	return list.map((each) => String(fieldOf(each, 'id')));
}

/** Ids of every execution, newest first. */
async function listAllExecutions(api: EditorApi): Promise<string[]> {
	const all = new Set<string>();
	for (;;) {
		const before = [...all].at(-1);
		const query = new URLSearchParams({
			limit: String(EXECUTIONS_AT_ONCE),
			...(before === undefined ? {} : { lastId: before }),
		});
		const page = idsOf(fieldOf(await api.get(`executions?${query.toString()}`), 'results'));
		const known = all.size;
		for (const id of page) all.add(id);
		if (all.size === known) return [...all];
	}
}

/**
 * Opens everything that the editor can open, so that it is among what the browser received. Gives how
 * many executions there are.
 */
export async function readEverything(api: EditorApi): Promise<number> {
	for (const id of idsOf(await api.get('credentials?includeData=true&includeScopes=true'))) {
		await api.get(`credentials/${id}?includeData=true`);
	}
	for (const id of idsOf(await api.get('workflows'))) await api.get(`workflows/${id}`);
	const executions = await listAllExecutions(api);
	for (let at = 0; at < executions.length; at += OPENED_AT_ONCE) {
		const next = executions.slice(at, at + OPENED_AT_ONCE);
		await Promise.all(next.map(async (id) => await api.get(`executions/${id}`)));
	}
	return executions.length;
}
