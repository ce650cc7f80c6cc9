import { EventLogFailure } from '../errors/failure';
import type { ServiceWords } from '../errors/kinds/failureTypes';
import { parseExactJson } from '../json/exactJson';
import { describeType, isJsonObject, type JsonObject, memberOf } from '../json/jsonValues';
import type { ReusedBuffer } from '../json/reusedBuffer';
import { toPlainText } from '../text/sentences';

const ERROR_FIELDS = ['error', 'errors'];

/** Beside `"data": null` such words tell no error, but that there is nothing. */
const ABOUT_SUCCESS = /^"?(?:ok|success\w*|done|no (?:\w+ )*(?:found|data|events|results))\b/i;

const FIELDS_WITH_WORDS = ['error', 'errors', 'message', 'Message', 'detail'];

/** A code and a message may stand within an `error`, or within a list of errors. */
const MAX_LEVELS = 4;
const MAX_LISTED_ERRORS = 4;

/** Tokens and keys are long, or mix letters and digits, and addresses have an @; words of a language have none of it. */
const OPAQUE =
	/\bbearer\s+\S+|\S+@\S+|(?=[\w+/=.~-]*\d)(?=[\w+/=.~-]*[a-z])[\w+/=.~-]{8,}|[\w+/=.~-]{24,}/gi;

/** Gives undefined for null, `{}` or status 204. @throws EventLogFailure if the body tells an error or has no `data` */
export function parseData(body: Buffer, buffer?: ReusedBuffer): unknown {
	const response = parseObject(body, buffer);
	const error = readError(response);
	if (error !== undefined) throw new EventLogFailure('errorInBody', error);
	if (response.data !== undefined) return response.data ?? undefined;
	if (Object.keys(response).every((name) => ERROR_FIELDS.includes(name))) return undefined;
	throw new EventLogFailure('noData', { detail: 'an object without “data”' });
}

/** @throws EventLogFailure saying what came instead of an object */
export function parseObject(body: Buffer, buffer?: ReusedBuffer): JsonObject {
	let value: unknown;
	try {
		value = parseExactJson(body, buffer);
	} catch {
		throw failureOfBody(body);
	}
	if (isJsonObject(value)) return value;
	throw new EventLogFailure('noData', { detail: describeType(value) });
}

/** The beginning of a body that is no JSON decides what the user is told. */
function failureOfBody(body: Buffer): EventLogFailure {
	const start = body.toString().trimStart();
	if (start === '') return new EventLogFailure('notJson', { detail: 'an empty response' });
	if (start.startsWith('<')) return new EventLogFailure('htmlPage', {});
	if (/^[[{]/.test(start)) return new EventLogFailure('brokenJson', {});
	return new EventLogFailure('notJson', { detail: 'text' });
}

/** Gives the error that the service tells with status 200; undefined if it tells none. */
function readError(response: JsonObject): ServiceWords | undefined {
	const error = readServiceWords(response);
	if (!ERROR_FIELDS.every((name) => isNoError(response[name]))) return error ?? {};
	const hasData = response.data !== undefined && response.data !== null;
	return hasData || ABOUT_SUCCESS.test(error?.words ?? '') ? undefined : error;
}

/** Many services send `"error": null` or `"errors": []` with every answer. */
function isNoError(value: unknown): boolean {
	const isContainer = typeof value === 'object' && value !== null;
	return isContainer ? Object.keys(value).length === 0 : !value;
}

/** Gives the words that the service has put into a response for people; undefined if there are none. */
export function readServiceWords(response: unknown): ServiceWords | undefined {
	const text = [...new Set(collectTexts(response, MAX_LEVELS))].join(': ');
	return text === ''
		? undefined
		: { words: toPlainText(text.slice(0, 1_000).replace(OPAQUE, '…')) };
}

function collectTexts(value: unknown, levels: number): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
	if (levels === 0) return [];
	const members = Array.isArray(value)
		? value.slice(0, MAX_LISTED_ERRORS)
		: FIELDS_WITH_WORDS.map((name) => memberOf(value, name));
	return members.flatMap((member) => collectTexts(member, levels - 1));
}
