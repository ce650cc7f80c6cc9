import { Readable } from 'node:stream';
import { request } from '../../../../nodes/OrgEventLog/api/request';
import { valueOf } from '../../../../nodes/OrgEventLog/errors/failure';
import { ReusedBuffer } from '../../../../nodes/OrgEventLog/json/reusedBuffer';

const MAX_BYTES = 1_000_000;

async function bodyOf(chunks: readonly Buffer[], buffer: ReusedBuffer): Promise<Buffer> {
	const send = async () =>
		await Promise.resolve({ statusCode: 200, headers: {}, body: Readable.from(chunks) });
	const limits = { timeoutMs: 60_000, maxBytes: MAX_BYTES, buffer };
	return valueOf(await request(send, limits, ({ body }) => body, {}));
}

function chunksOf(text: string, length: number): Buffer[] {
	const bytes = Buffer.from(text);
	const count = Math.ceil(bytes.length / length);
	return Array.from({ length: count }, (_, at) => bytes.subarray(at * length, (at + 1) * length));
}

it('gives the body whole, however it is cut into chunks, and nothing of the one before it', async () => {
	const buffer = new ReusedBuffer();
	const long = 'Zoë 日本 😀 '.repeat(1000);
	for (const text of [long, 'short', '', long + long, 'short']) {
		for (const length of [1, 7, 64, 100_000]) {
			expect((await bodyOf(chunksOf(text, length), buffer)).toString()).toBe(text);
		}
	}
});

it('takes no more memory for a hundred bodies than for one', async () => {
	const buffer = new ReusedBuffer();
	const chunks = chunksOf('x'.repeat(100_000), 10_000);
	const { buffer: memory } = await bodyOf(chunks, buffer);
	for (let again = 0; again < 100; again++) {
		expect((await bodyOf(chunks, buffer)).buffer).toBe(memory);
	}
	expect(memory.byteLength).toBeLessThanOrEqual(2 * 100_000);
});
