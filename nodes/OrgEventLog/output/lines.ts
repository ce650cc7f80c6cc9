const LINE_END = 0x0a;

/** The lines of a file, line ends left out, however the file is cut into chunks. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
	let rest: Buffer[] = [];
	for await (const chunk of chunks) {
		const end = chunk.lastIndexOf(LINE_END);
		if (end < 0) {
			rest.push(chunk);
			continue;
		}
		const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString();
		rest = [chunk.subarray(end + 1)];
		yield text.split('\n');
	}
	const last = Buffer.concat(rest).toString();
	if (last !== '') yield [last];
}

/** So that the text of a chunk is no large object to V8, which would keep it for long. */
const LINES_PER_CHUNK = 50;

/** The bytes of lines that have their line ends. */
export async function* inChunks(lines: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
	for await (const some of lines) {
		for (let at = 0; at < some.length; at += LINES_PER_CHUNK) {
			yield Buffer.from(some.slice(at, at + LINES_PER_CHUNK).join(''));
		}
	}
}
