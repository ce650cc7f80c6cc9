import type { TimeRange } from '../api/page';
import type { FileChoice } from '../parameters/parseOutput';
import { toIsoTime } from './columns';
import { BYTE_ORDER_MARK } from './csv';
import { type FileContents, type FileLine, createContents, mimeTypeOf } from './fileContents';
import { ManifestRecorder } from './manifest';
import type { EventOutput, MadeEvents, OutputRequest } from './output';

/** The property of the item that the file is in. */
const FILE_PROPERTY = 'data';

/** So that a file takes no more memory the larger the log is. */
const MAX_PAGES_AHEAD = 8;

/** Written at once. */
const CHUNK_BYTES = 64 * 1024;

/** One item with a file that is written as the events come, and its manifest beside it. */
export function createFileOutput(choice: FileChoice, request: OutputRequest): EventOutput {
	const contents = createContents(choice, request.documentedPaths);
	return {
		needsText: contents.needsText,
		maxPagesAhead: MAX_PAGES_AHEAD,
		async write(read, files, findOut) {
			const recorder = new ManifestRecorder();
			const lines = read((event) => ({
				bytes: Buffer.from(contents.toLine(event) + contents.lineEnd),
				organization: recorder.organizationOf(event.fields),
			}));
			const bytes = contents.write(inChunks(lines, contents, recorder), files);
			const chunks = recorder.recordBytes(withMark(bytes, choice));
			const fileName = fileNameOf(request.range, choice.format);
			const file = await files.save(chunks, fileName, mimeTypeOf(choice));
			recorder.endReading();
			const written = { format: choice.format, columns: contents.columns(), fileName };
			const json = recorder.finish(request, written, await findOut(recorder.ends));
			const hint = json.events === 0 ? undefined : contents.hint?.();
			return { items: [{ json, binary: { [FILE_PROPERTY]: file } }], hint };
		},
	};
}

async function* inChunks(
	batches: MadeEvents<FileLine>,
	{ note }: FileContents,
	recorder: ManifestRecorder,
): AsyncGenerator<Buffer> {
	for await (const events of batches) {
		let lines: Buffer[] = [];
		let length = 0;
		for (const event of events) {
			const { bytes } = event.made;
			recorder.record(event);
			note?.(bytes);
			lines.push(bytes);
			length += bytes.length;
			if (length < CHUNK_BYTES) continue;
			yield Buffer.concat(lines, length);
			lines = [];
			length = 0;
		}
		if (length > 0) yield Buffer.concat(lines, length);
	}
}

async function* withMark(
	bytes: AsyncIterable<Buffer>,
	{ format, withByteOrderMark }: FileChoice,
): AsyncGenerator<Buffer> {
	if (format === 'csv' && withByteOrderMark) yield Buffer.from(BYTE_ORDER_MARK);
	yield* bytes;
}

/** Names a file for the range it covers, in UTC: `events_20240501T000000Z_20240601T000000Z.csv`, or `events_all.csv`. */
export function fileNameOf({ startMs, endMs }: TimeRange, extension: string): string {
	if (startMs === undefined && endMs === undefined) return `events_all.${extension}`;
	const start = startMs === undefined ? 'start' : toStamp(startMs);
	const end = endMs === undefined ? 'end' : toStamp(endMs);
	return `events_${start}_${end}.${extension}`;
}

function toStamp(epochMs: number): string {
	return (toIsoTime(epochMs) ?? String(epochMs)).replace(/[-:]|\.\d+/g, '');
}
