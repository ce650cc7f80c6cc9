import type { FileSettings } from '../parameters/parseOutput';
import type { ReadSettings } from '../parameters/parseReadOptions';
import { requireZone } from '../calendar/timezone';
import { fileNameOf } from './fileName';
import { formatLocalTime } from './localClock';
import { FileRecorder, organizationOf, type Manifest, toManifest } from './manifest';
import type { FileRow, FileWriter, OutputWriter } from './outputWriter';
import { createTableColumns } from './tableColumns';
import { createCsvWriter, NDJSON_WRITER } from './textFormats';
import { toSerialDate } from './xlsx/cells';
import { createXlsxWriter } from './xlsx/xlsxWriter';

/** Gives one item with a file that is written as the events come, and its manifest. @throws ParameterError */
export function createFileOutput(settings: FileSettings, request: ReadSettings): OutputWriter {
	const writer = createFileWriter(settings, request);
	const fileName = fileNameOf(request.range, requireZone(request.timezone), writer.format);
	return {
		needsJsonLines: writer.needsJsonLines,
		async write(read, saveFile, readManifestFacts) {
			const recorder = new FileRecorder();
			let manifest: Manifest | undefined;
			const pages = read((event) => {
				return { ...writer.toRow(event), organization: organizationOf(event.fields) };
			});
			const generateChunks = async function* () {
				yield* writer.begin?.() ?? [];
				for await (const events of pages) {
					for (const event of events) recorder.record(event);
					const rows = events.map(({ output }) => output);
					yield* writer.addRows?.(rows) ?? joinRows(rows);
				}
				recorder.readEndedAtMs = Date.now();
				const facts = await readManifestFacts();
				manifest = toManifest(request, fileName, writer, recorder, facts);
				yield* writer.end?.(manifest) ?? [];
			};
			const data = await saveFile(recorder.hashChunks(generateChunks()), fileName, writer.mimeType);
			return [{ json: { ...manifest, ...recorder.finish() }, binary: { data } }];
		},
	};
}

function createFileWriter({ format, shape }: FileSettings, request: ReadSettings): FileWriter {
	if (format === 'ndjson') return NDJSON_WRITER;
	const toTimeCell = format === 'csv' ? formatLocalTime : toSerialDate;
	const columns = createTableColumns(shape, request, toTimeCell);
	return format === 'csv' ? createCsvWriter(columns) : createXlsxWriter(columns, request.timezone);
}

/** Writing rows one by one takes time, and writing all rows of a large sample at once takes memory. */
const ROWS_PER_CHUNK = 100;

function* joinRows(rows: readonly FileRow[]): Generator<Buffer> {
	for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK)
		yield Buffer.concat(rows.slice(start, start + ROWS_PER_CHUNK).map(({ bytes }) => bytes));
}
