import type { FileSettings } from '../parameters/parseOutput';
import { requireZone } from '../parameters/timeRanges';
import { createCsv } from './csv';
import type { FileRow } from './fileWriter';
import { fileNameOf } from './fileName';
import { FileRecorder, type Organization, organizationOf } from './fileRecorder';
import { type Manifest, toManifest } from './manifest';
import { toTimeText } from './localClock';
import { NDJSON } from './ndjson';
import type { OutputWriter, OutputRequest } from './outputWriter';
import { createTableColumns } from './tableColumns';
import { toSerialTime } from './xlsx/cells';
import { createXlsx } from './xlsx/xlsx';

/** The item has the file in this property. */
const FILE_PROPERTY = 'data';

interface RowOfOrganization extends FileRow {
	readonly organization: Organization;
}

/**
 * Gives one item with a file that is written as the events come, and its manifest beside it.
 *
 * @throws ParameterError if the workflow has no timezone
 */
export function createFileOutput(settings: FileSettings, request: OutputRequest): OutputWriter {
	const { writer, columns } = createWriter(settings, request);
	const fileName = fileNameOf(request.range, requireZone(request.timezone), writer.extension);
	return {
		needsText: writer.needsText,
		async write(read, files, readReportFindings) {
			const recorder = new FileRecorder();
			let manifest: Manifest | undefined;
			const pages = read((event): RowOfOrganization => {
				return { ...writer.toRow(event), organization: organizationOf(event.fields) };
			});
			const chunks = async function* () {
				yield* writer.begin();
				for await (const events of pages) {
					for (const event of events) recorder.record(event, event.output.organization);
					yield* writer.addRows(events.map(({ output }) => output));
				}
				const file = { fileName, format: settings.format, columns: columns?.names ?? null };
				const contents = { ...file, workbook: writer.toFacts?.(), ...recorder.toContents() };
				manifest = toManifest(request, contents, await readReportFindings());
				yield* writer.end(manifest);
			};
			const file = await files.save(recorder.hashChunks(chunks()), fileName, writer.mimeType);
			const json = { ...manifest, ...recorder.finish() };
			const hint = manifest?.events === 0 ? undefined : columns?.describeUnseen?.();
			return { items: [{ json, binary: { [FILE_PROPERTY]: file } }], hint };
		},
	};
}

function createWriter({ format, shape }: FileSettings, request: OutputRequest) {
	if (format === 'ndjson') return { writer: NDJSON };
	const columns = createTableColumns(shape, request, format === 'csv' ? toTimeText : toSerialTime);
	const writer = format === 'csv' ? createCsv(columns) : createXlsx(columns, request.timezone);
	return { columns, writer };
}
