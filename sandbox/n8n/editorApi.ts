import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject } from '../jsonGuards';
import { OWNER_EMAIL, OWNER_PASSWORD } from './owner';
import type { N8nSettings } from './settings';
import { editorUrl } from './settings';

/** What n8n's editor asks of n8n, as its owner. */
export interface EditorApi {
	/** What is in `data` of the answer. @throws Error for any status but success */
	get(path: string): Promise<unknown>;
	/** What is in `data` of the answer. @throws Error for any status but success */
	post(path: string, body: unknown): Promise<unknown>;
	/** What is in `data` of the answer. @throws Error for any status but success */
	patch(path: string, body: unknown): Promise<unknown>;
	/** The whole of the answer. @throws Error for any status but success */
	download(path: string): Promise<Buffer>;
}

/** A member of what may be an object. */
export function fieldOf(value: unknown, name: string): unknown {
	return isJsonObject(value) ? value[name] : undefined;
}

/** The objects of what may be a list. */
export function objectsIn(value: unknown): Array<Readonly<Record<string, unknown>>> {
	return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** One that has only just started on a busy machine may leave a request without an answer. */
const LOGIN_TIMEOUT_MS = 30_000;
/** n8n answers with it, and does nothing else, while its database keeps it waiting: on a busy machine, for seconds. */
const UNAVAILABLE = 503;
const UNAVAILABLE_MS = 2_000;
const TRIES = 15;
const LOGIN_TRIES = 4;

async function askForLogin(baseUrl: string, triesLeft: number): Promise<Response> {
	try {
		return await fetch(`${baseUrl}/rest/login`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', connection: 'close' },
			body: JSON.stringify({ emailOrLdapLoginId: OWNER_EMAIL, password: OWNER_PASSWORD }),
			signal: AbortSignal.timeout(LOGIN_TIMEOUT_MS),
		});
	} catch (error) {
		if (triesLeft === 0) throw error;
		return await askForLogin(baseUrl, triesLeft - 1);
	}
}

/** Gives the cookie by which n8n knows the owner from then on. @throws Error when n8n refuses */
export async function logIn(baseUrl: string): Promise<string> {
	const response = await askForLogin(baseUrl, LOGIN_TRIES - 1);
	const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
	if (!response.ok || cookie.length === 0) {
		throw new Error(`n8n refused the owner's login with status ${response.status}`);
	}
	return cookie.join('; ');
}

/**
 * Makes the owner, as the first page of a new n8n does: for one that takes none from its environment.
 * @throws Error when n8n refuses
 */
export async function setUpOwner(settings: N8nSettings): Promise<void> {
	const response = await fetch(`${editorUrl(settings)}/rest/owner/setup`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({
			email: OWNER_EMAIL,
			firstName: 'Sandbox',
			lastName: 'Owner',
			password: OWNER_PASSWORD,
		}),
	});
	if (!response.ok) throw new Error(`n8n took no owner: status ${response.status}`);
}

/** Told of each answer, whatever its status. */
type Listener = (asked: string, answer: Response) => Promise<void>;

/** What asks as somebody who has logged in: with the cookie among the headers. */
export function editorApi(
	baseUrl: string,
	loggedIn: Readonly<Record<string, string>>,
	listener?: Listener,
): EditorApi {
	const answerTo = async (path: string, init: RequestInit): Promise<Response> => {
		// A busy n8n closes idle connections late, which may be just when one is used again.
		const headers = { ...loggedIn, 'content-type': 'application/json', connection: 'close' };
		const ask = async () => {
			const answer = await fetch(`${baseUrl}/rest/${path}`, { ...init, headers });
			await listener?.(`${init.method ?? 'GET'} ${path}`, answer.clone());
			return answer;
		};
		let response = await ask();
		for (let tries = 1; response.status === UNAVAILABLE && tries < TRIES; tries++) {
			await sleep(UNAVAILABLE_MS);
			response = await ask();
		}
		if (!response.ok) throw new Error(`n8n answered ${path} with status ${response.status}`);
		return response;
	};
	const ask = async (path: string, init: RequestInit) =>
		fieldOf(await (await answerTo(path, init)).json(), 'data');
	return {
		get: async (path) => await ask(path, {}),
		post: async (path, body) => await ask(path, { method: 'POST', body: JSON.stringify(body) }),
		patch: async (path, body) => await ask(path, { method: 'PATCH', body: JSON.stringify(body) }),
		download: async (path) => Buffer.from(await (await answerTo(path, {})).arrayBuffer()),
	};
}

/** Logs the owner in. @throws Error when n8n refuses */
export async function openEditorApi(settings: N8nSettings): Promise<EditorApi> {
	const baseUrl = editorUrl(settings);
	return editorApi(baseUrl, { cookie: await logIn(baseUrl) });
}
