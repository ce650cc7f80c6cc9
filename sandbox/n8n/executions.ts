import { OWNER_EMAIL, OWNER_PASSWORD } from './owner';
import type { N8nSettings } from './settings';
import { editorUrl } from './settings';

/** One run of a workflow, as n8n itself recorded it. */
export interface Execution {
	readonly id: string;
	/** `success`, `error`, `running`, … */
	readonly status: string;
}

type Fields = { readonly [name: string]: unknown };

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null;
}

function fieldOf(value: unknown, name: string): unknown {
	return isFields(value) ? value[name] : undefined;
}

function toExecution(value: unknown): Execution {
	return { id: String(fieldOf(value, 'id')), status: String(fieldOf(value, 'status')) };
}

async function logIn(baseUrl: string): Promise<string> {
	const response = await fetch(`${baseUrl}/rest/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ emailOrLdapLoginId: OWNER_EMAIL, password: OWNER_PASSWORD }),
	});
	const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
	if (!response.ok || cookie.length === 0) {
		throw new Error(`n8n refused the owner's login with status ${response.status}`);
	}
	return cookie.join('; ');
}

/** The newest executions (100 at most) of a workflow, asked of n8n as its editor does. */
export async function listExecutions(
	settings: N8nSettings,
	workflowId: string,
): Promise<Execution[]> {
	const baseUrl = editorUrl(settings);
	const cookie = await logIn(baseUrl);
	const query = new URLSearchParams({ filter: JSON.stringify({ workflowId }), limit: '100' });
	const response = await fetch(`${baseUrl}/rest/executions?${query.toString()}`, {
		headers: { cookie },
	});
	const body: unknown = await response.json();
	const results = fieldOf(fieldOf(body, 'data'), 'results');
	if (!Array.isArray(results)) throw new Error('n8n lists its executions in an unknown shape');
	return results.map(toExecution);
}
