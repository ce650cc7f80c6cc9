import { STATUS_CODES } from 'node:http';

/** What goes back over the wire. */
export interface ServiceResponse {
	readonly status: number;
	/** Instead of the status's own words. */
	readonly reason?: string;
	readonly contentType?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body: string;
	/** How many events the body holds. */
	readonly events?: number;
}

/** A request that the service turns down, by status and in words. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer with a JSON body that is written already. */
export function jsonResponse(body: string, events = 0): ServiceResponse {
	return { status: 200, contentType: JSON_TYPE, body, events };
}

/** A page as a proxy or a login screen in front of the service would send it. */
export function htmlResponse(status: number, title = 'Welcome'): ServiceResponse {
	const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
	return { status, contentType: 'text/html; charset=utf-8', body };
}

/** A failure; the specification doesn't say what its body is. */
export function failureResponse(
	status: number,
	message = STATUS_CODES[status] ?? 'Error',
): ServiceResponse {
	const error = STATUS_CODES[status] ?? 'Error';
	return { status, contentType: JSON_TYPE, body: JSON.stringify({ error, message, status }) };
}
