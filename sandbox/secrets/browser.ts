import { setTimeout as sleep } from 'node:timers/promises';
import { type EditorApi, editorApi, fieldOf, logIn, objectsIn } from '../n8n/editorApi';
import type { N8nSettings } from '../n8n/settings';
import { editorUrl } from '../n8n/settings';
import type { Haystack } from './search';

const PUSH_REF = 'secrets-test';
const RECONNECT_AFTER_MS = 200;
const EXECUTIONS_AT_ONCE = 100;
const OPENED_AT_ONCE = 10;

/** n8n's editor in a browser, as far as the network goes: what it asks, and all that it is sent. */
interface Browser {
	readonly api: EditorApi;
	/** Answers, their headers among them, and pushed messages. */
	received(): Haystack[];
}

/** Logs the owner in and listens to what n8n pushes until the signal. @throws Error when n8n refuses */
export async function openBrowser(settings: N8nSettings, signal: AbortSignal): Promise<Browser> {
	const baseUrl = editorUrl(settings);
	const answers: string[] = [];
	const pushed: Buffer[] = [];
	const headers = { cookie: await logIn(baseUrl), origin: baseUrl, 'push-ref': PUSH_REF };
	const note = async (asked: string, response: Response) => {
		const { status, statusText } = response;
		const head = [...response.headers].map((pair) => pair.join(': ')).join('\n');
		answers.push(`${asked}\n${status} ${statusText}\n${head}\n${await response.text()}`);
	};
	const listen = async (): Promise<void> => {
		const url = `${baseUrl}/rest/push?pushRef=${PUSH_REF}`;
		const accept = 'text/event-stream';
		const response = await fetch(url, { headers: { ...headers, accept }, signal });
		const reader = response.body?.getReader();
		for (;;) {
			const read: { readonly value?: unknown } | undefined = await reader?.read();
			if (!(read?.value instanceof Uint8Array)) return;
			pushed.push(Buffer.from(read.value));
		}
	};
	void keepListening(listen, signal);
	return {
		api: editorApi(baseUrl, headers, note),
		received: () => [
			{ place: 'browser', name: 'answers', bytes: Buffer.from(answers.join('\n')) },
			{ place: 'push', name: 'messages', bytes: Buffer.concat(pushed) },
		],
	};
}

/** n8n closes the connection when it stops, and a new one may come too early. */
async function keepListening(listen: () => Promise<void>, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		await listen().catch(() => undefined);
		await sleep(RECONNECT_AFTER_MS, undefined, { signal }).catch(() => undefined);
	}
}

function idsOf(list: unknown): string[] {
	return objectsIn(list).map(({ id }) => String(id));
}

/** Ids of every execution, newest first. */
async function listAllExecutions(api: EditorApi): Promise<string[]> {
	const all: string[] = [];
	for (;;) {
		const lastId = all.at(-1);
		const query = new URLSearchParams({ limit: String(EXECUTIONS_AT_ONCE) });
		if (lastId !== undefined) query.set('lastId', lastId);
		const page = idsOf(fieldOf(await api.get(`executions?${query.toString()}`), 'results'));
		const further = page.filter((id) => !all.includes(id));
		if (further.length === 0) return all;
		all.push(...further);
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
