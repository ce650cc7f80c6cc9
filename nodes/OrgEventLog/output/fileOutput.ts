import type { FileSettings } from '../parameters/parseOutput';
import type { ReadRequest } from '../parameters/parseReadOptions';
import { requireZone } from '../calendar/timezone';
import { fileNameOf } from './fileName';
import { toTimeText } from './localClock';
import { FileRecorder, organizationOf, type Manifest, toManifest } from './manifest';
import type { FileRow, FileWriter, OutputWriter } from './outputWriter';
import { createTableColumns } from './tableColumns';
import { createCsv, NDJSON } from './textFormats';
import { toSerialTime } from './xlsx/cells';
import { createXlsx } from './xlsx/xlsx';

/** Gives one item with a file that is written as the events come, and its manifest. @throws ParameterError */
export function createFileOutput(settings: FileSettings, request: ReadRequest): OutputWriter {
	const writer = createWriter(settings, request);
	const fileName = fileNameOf(request.range, requireZone(request.timezone), writer.format);
	return {
		needsText: writer.needsText,
		async write(read, saveFile, readReportFindings) {
			const recorder = new FileRecorder();
			let manifest: Manifest | undefined;
			const pages = read((event) => {
				return { ...writer.toRow(event), organization: organizationOf(event.fields) };
			});
			const chunks = async function* () {
				yield* writer.begin?.() ?? [];
				for await (const events of pages) {
					for (const event of events) recorder.record(event);
					const rows = events.map(({ output }) => output);
					yield* writer.addRows?.(rows) ?? joinRows(rows);
				}
				recorder.readEndedAtMs = Date.now();
				const findings = await readReportFindings();
				manifest = toManifest(request, fileName, writer, recorder, findings);
				yield* writer.end?.(manifest) ?? [];
			};
			const data = await saveFile(recorder.hashChunks(chunks()), fileName, writer.mimeType);
			return [{ json: { ...manifest, ...recorder.finish() }, binary: { data } }];
		},
	};
}

function createWriter({ format, shape }: FileSettings, request: ReadRequest): FileWriter {
	if (format === 'ndjson') return NDJSON;
	const columns = createTableColumns(shape, request, format === 'csv' ? toTimeText : toSerialTime);
	return format === 'csv' ? createCsv(columns) : createXlsx(columns, request.timezone);
}

/** Rows are written a hundred at once: one by one takes time, all of a large sample memory. */
const ROWS_AT_ONCE = 100;

function* joinRows(rows: readonly FileRow[]): Generator<Buffer> {
	for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
		yield Buffer.concat(rows.slice(at, at + ROWS_AT_ONCE).map(({ bytes }) => bytes));
	}
}
