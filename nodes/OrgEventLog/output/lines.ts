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
