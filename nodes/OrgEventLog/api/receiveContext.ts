import { EventLogFailure } from '../errors/failure';
import { isJsonObject } from '../json/jsonValues';
import { ReusedBuffer } from '../json/reusedBuffer';
import { MAX_REFUSAL_BYTES } from './limits';
import { withinTime } from './waitContext';

/** A body while it arrives, decompressed by n8n's helper where it needs to be. */
interface BodyStream extends AsyncIterable<unknown> {
	destroy(): unknown;
}

function isBodyStream(body: unknown): body is BodyStream {
	return (
		typeof body === 'object' &&
		body !== null &&
		Symbol.asyncIterator in body &&
		'destroy' in body &&
		typeof body.destroy === 'function'
	);
}

function toBytes(chunk: unknown): Uint8Array {
	return chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
}

/** Leaves the rest of a response where it is and closes its connection. */
export function discardBody(returned: unknown): void {
	if (isJsonObject(returned) && isBodyStream(returned.body)) returned.body.destroy();
}

/**
 * No more than one chunk beyond the maximum is ever held. Leaving the loop closes the connection. Each
 * chunk is copied as it comes, so that V8 can drop it while it is young.
 */
async function readUpTo(
	body: BodyStream,
	maxBytes: number,
	buffer: ReusedBuffer,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
	let length = 0;
	for await (const chunk of body) {
		const bytes = toBytes(chunk);
		const end = length + bytes.length;
		if (end > maxBytes) return { bytes: buffer.take(length).subarray(0, length), isWhole: false };
		buffer.take(end, length).set(bytes, length);
		length = end;
	}
	return { bytes: buffer.take(length).subarray(0, length), isWhole: true };
}

/** What a request has to keep to. */
export interface ReceiveLimits {
	readonly timeoutMs: number;
	/** Of the body, decompressed and whatever the headers say of it. */
	readonly maxBytes: number;
	/** Where the body may stand; memory of its own unless given. */
	readonly buffer?: ReusedBuffer;
	/** Ends it early, as when the user stops the run. */
	readonly stop?: AbortSignal;
}

async function withWholeBody(
	returned: unknown,
	{ maxBytes, buffer = new ReusedBuffer() }: ReceiveLimits,
	givenUp: AbortSignal,
): Promise<unknown> {
	if (!isJsonObject(returned) || !isBodyStream(returned.body)) return returned;
	const { body, statusCode } = returned;
	const close = () => body.destroy();
	if (givenUp.aborted) close();
	givenUp.addEventListener('abort', close);
	const isRefusal = typeof statusCode === 'number' && statusCode >= 300;
	const read = await readUpTo(body, isRefusal ? MAX_REFUSAL_BYTES : maxBytes, buffer);
	givenUp.removeEventListener('abort', close);
	if (read.isWhole || isRefusal) return { ...returned, body: read.bytes };
	throw new EventLogFailure('tooLarge', { maxBytes });
}

/**
 * Makes a request and takes its response in, within its time and up to a size. Of a refusal the
 * beginning is taken: what it says later does not matter.
 *
 * @param request one of n8n's helpers, asked for a full response with its body as a stream: only so
 * can a limit be held. It is told by the signal when it is given up.
 * @returns the full response, its body as bytes, in `buffer` where that is given
 * @throws EventLogFailure `tooLarge`, `timedOut` or `stopped`, or what the request throws
 */
export async function receive(
	request: (givenUp: AbortSignal) => Promise<unknown>,
	limits: ReceiveLimits,
): Promise<unknown> {
	return await withinTime(
		async (givenUp) => await withWholeBody(await request(givenUp), limits, givenUp),
		limits.timeoutMs,
		limits.stop,
	);
}
