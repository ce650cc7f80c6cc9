import type { BodyShape, ServiceBehaviour } from './behaviour';

/** What goes back over the wire. */
export interface ServiceResponse {
	readonly status: number;
	readonly contentType?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body: string | Buffer;
	/** How many events the body holds. */
	readonly events?: number;
}

/** A request that the service turns down, by status and in words. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly headers: Readonly<Record<string, string>> = {},
	) {
		super(message);
	}
}

export const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

const REASONS: Readonly<Record<number, string>> = {
	400: 'Bad Request',
	401: 'Unauthorized',
	403: 'Forbidden',
	404: 'Not Found',
	429: 'Too Many Requests',
	500: 'Internal Server Error',
	502: 'Bad Gateway',
	503: 'Service Unavailable',
	504: 'Gateway Timeout',
};

/** An answer with a JSON body that is written already. */
export function jsonResponse(body: string | Buffer, events = 0): ServiceResponse {
	return { status: 200, contentType: JSON_TYPE, body, events };
}

/** A page as a proxy or a login screen in front of the service would send it. */
export function htmlResponse(
	status: number,
	message = REASONS[status] ?? 'Welcome',
): ServiceResponse {
	const body = `<!DOCTYPE html>\n<html><head><title>${message}</title></head><body><h1>${message}</h1></body></html>\n`;
	return { status, contentType: HTML_TYPE, body };
}

function shapedResponse(shape: BodyShape, status: number, message: string): ServiceResponse {
	switch (shape) {
		case 'json': {
			const error = { error: REASONS[status] ?? 'Error', message, status };
			return { status, contentType: JSON_TYPE, body: JSON.stringify(error) };
		}
		case 'text':
			return { status, contentType: TEXT_TYPE, body: `${message}\n` };
		case 'html':
			return htmlResponse(status, message);
		case 'empty':
			return { status, body: '' };
	}
}

/** A failure in the shape that the behaviour gives to failures of this status. */
export function failureResponse(
	behaviour: ServiceBehaviour,
	status: number,
	message = REASONS[status] ?? 'Error',
	headers: Readonly<Record<string, string>> = {},
): ServiceResponse {
	const shape = (status === 404 ? behaviour.notFoundBody : null) ?? behaviour.errorBody;
	return { ...shapedResponse(shape, status, message), headers };
}
