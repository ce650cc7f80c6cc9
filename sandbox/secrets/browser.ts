import { setTimeout as sleep } from 'node:timers/promises';
import { type EditorApi, fieldOf, logIn } from '../n8n/editorApi';
import type { N8nSettings } from '../n8n/settings';
import { editorUrl } from '../n8n/settings';
import type { Haystack } from './search';

const PUSH_REF = 'secrets-test';
const RECONNECT_AFTER_MS = 200;

/** n8n's editor in a browser, as far as the network goes: what it asks, and all that it is sent. */
export interface Browser extends EditorApi {
	/** Answers, their headers among them, and pushed messages. */
	received(): Haystack[];
}

/** Logs the owner in and listens to what n8n pushes until the signal. @throws Error when n8n refuses */
export async function openBrowser(settings: N8nSettings, signal: AbortSignal): Promise<Browser> {
	const baseUrl = editorUrl(settings);
	const cookie = await logIn(baseUrl);
	const answers: string[] = [];
	const pushed: Buffer[] = [];
	const headers = {
		cookie,
		origin: baseUrl,
		'content-type': 'application/json',
		'push-ref': PUSH_REF,
		// A busy n8n closes idle connections late, which may be just when one is used again.
		connection: 'close',
	};
	const ask = async (method: string, path: string, body?: unknown): Promise<string> => {
		const response = await fetch(`${baseUrl}/rest/${path}`, {
			...{ method, headers, signal },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		const head = [...response.headers].map((pair) => pair.join(': ')).join('\n');
		answers.push(`${method} ${path}\n${response.status} ${response.statusText}\n${head}\n${text}`);
		if (!response.ok)
			throw new Error(`n8n answered ${path} with status ${response.status}: ${text}`);
		return text;
	};
	const dataOf = (text: string) => fieldOf(JSON.parse(text), 'data');
	const listen = async (): Promise<void> => {
		const url = `${baseUrl}/rest/push?pushRef=${PUSH_REF}`;
		const accept = 'text/event-stream';
		const response = await fetch(url, { headers: { ...headers, accept }, signal });
		if (!response.ok || response.body === null) throw new Error('n8n pushes nothing');
		const reader = response.body.getReader();
		for (;;) {
			const read: { readonly value?: unknown } = await reader.read();
			if (!(read.value instanceof Uint8Array)) return;
			pushed.push(Buffer.from(read.value));
		}
	};
	void keepListening(listen, signal);
	return {
		get: async (path) => dataOf(await ask('GET', path)),
		post: async (path, body) => dataOf(await ask('POST', path, body)),
		patch: async (path, body) => dataOf(await ask('PATCH', path, body)),
		download: async (path) => Buffer.from(await ask('GET', path)),
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
