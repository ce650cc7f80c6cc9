import { EventLogFailure } from '../errors/failure';
import type { ServiceWords } from '../errors/kinds/facts';
import { toPlainText } from '../text/plainText';
import { parseExactJson } from '../json/exactJson';
import { describeType, isJsonObject, memberOf, type JsonObject } from '../json/jsonValues';
import type { ReusedBuffer } from '../json/reusedBuffer';

const ERROR_FIELDS = ['error', 'errors'];

/** Beside `"data": null` such words tell no error, but that there is nothing. */
const ABOUT_SUCCESS =
	/^"?(?:ok(?:ay)?|success\w*|done|no (?:\w+ ){0,2}(?:found|data|events?|results?))\b/i;

/**
 * Gives the `data` of a response; undefined for nothing, which services write as null, as `{}` or with status 204.
 *
 * @throws EventLogFailure for an error that is told with status 200, and if there is no `data`
 */
export function parseData(body: Buffer, buffer?: ReusedBuffer): unknown {
	const response = parseObject(body, buffer);
	const told = toldError(response);
	if (told !== undefined) throw new EventLogFailure('errorInBody', told);
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
		throw failureForBody(body);
	}
	if (isJsonObject(value)) return value;
	throw new EventLogFailure('noData', { detail: describeType(value) });
}

/** The beginning of a body that is no JSON decides what the user is told. */
function failureForBody(body: Buffer): EventLogFailure {
	const start = body.toString().trimStart();
	if (start === '') return new EventLogFailure('notJson', { detail: 'an empty response' });
	if (start.startsWith('<')) return new EventLogFailure('htmlPage', {});
	if (/^[[{]/.test(start)) return new EventLogFailure('brokenJson', {});
	return new EventLogFailure('notJson', { detail: 'text' });
}

/** Gives the error that the service tells with status 200; undefined if it tells none. */
function toldError(response: JsonObject): ServiceWords | undefined {
	const said = wordsIn(response);
	if (!ERROR_FIELDS.every((name) => isNoError(response[name]))) return said ?? {};
	const hasData = response.data !== undefined && response.data !== null;
	return hasData || ABOUT_SUCCESS.test(said?.words ?? '') ? undefined : said;
}

/** Many services send `"error": null` or `"errors": []` with every answer. */
function isNoError(value: unknown): boolean {
	const isContainer = typeof value === 'object' && value !== null;
	return isContainer ? Object.keys(value).length === 0 : !value;
}

const FIELDS_WITH_WORDS = ['error', 'errors', 'message', 'Message', 'detail'];

/** A code and a message may stand within an `error`, or within a list of them. */
const MAX_LEVELS = 4;

/**
 * It matches tokens, keys and addresses of people: they are long, or have letters and digits mixed. ServiceWords of a language
 * are neither, so nothing has to be compared with the credential.
 */
const OPAQUE =
	/\bbearer\s+\S+|\S+@\S+|(?=[\w+/=.~-]*\d)(?=[\w+/=.~-]*[a-z])[\w+/=.~-]{8,}|[\w+/=.~-]{24,}/gi;

const ABOUT_TOKEN = /token|jwt|expired|unauthori[sz]ed|unauthenticated/i;

/** Gives the words of a response in the fields where services put them; undefined if there are none. */
export function wordsIn(response: unknown): ServiceWords | undefined {
	const said = [...new Set(textsIn(response, MAX_LEVELS))].join(': ');
	if (said === '') return undefined;
	const words = toPlainText(said.slice(0, 1_000).replace(OPAQUE, '…'));
	return ABOUT_TOKEN.test(said) ? { words, isAboutToken: true } : { words };
}

function textsIn(value: unknown, levels: number): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
	if (levels === 0) return [];
	const members = Array.isArray(value)
		? value.slice(0, MAX_LEVELS)
		: FIELDS_WITH_WORDS.map((name) => memberOf(value, name));
	return members.flatMap((member) => textsIn(member, levels - 1));
}
