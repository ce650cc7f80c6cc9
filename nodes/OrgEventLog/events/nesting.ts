import { EventLogFailure } from '../errors/failure';
import { sizeWithin } from '../json/jsonValues';
import { MAX_NESTING } from './limits';

/**
 * Roughly how many bytes of memory a JSON value takes.
 *
 * @throws EventLogFailure for what is nested so deep that JSON.stringify, here or in n8n, may run out of stack
 */
export function memoryOf(value: unknown): number {
	const bytes = sizeWithin(value, MAX_NESTING);
	if (bytes === Infinity) throw new EventLogFailure('nestedTooDeep', {});
	return bytes;
}

/** The JSON text of a JSON value. @throws EventLogFailure as `memoryOf` does */
export function toJsonText(value: unknown): string {
	memoryOf(value);
	return JSON.stringify(value) ?? 'null';
}
