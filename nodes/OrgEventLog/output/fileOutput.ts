import type { FileChoice } from '../parameters/parseOutput';
import { requireZone } from '../parameters/timeRanges';
import { createCsv } from './csv';
import type { FileRow } from './fileWriter';
import { fileNameOf } from './fileName';
import { FileRecorder, type Organization, organizationOf } from './fileRecorder';
import { type Manifest, toManifest } from './manifest';
import { toTimeText } from './localClock';
import { NDJSON } from './ndjson';
import type { EventOutput, OutputRequest } from './eventOutput';
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
export function createFileOutput(choice: FileChoice, request: OutputRequest): EventOutput {
	const { format, columns } = createFormat(choice, request);
	const fileName = fileNameOf(request.range, requireZone(request.timezone), format.extension);
	return {
		needsText: format.needsText,
		async write(read, files, readReportFindings) {
			const recorder = new FileRecorder();
			let manifest: Manifest | undefined;
			const pages = read((event): RowOfOrganization => {
				return { ...format.toRow(event), organization: organizationOf(event.fields) };
			});
			const chunks = async function* () {
				yield* format.begin();
				for await (const events of pages) {
					for (const event of events) recorder.record(event, event.output.organization);
					yield* format.addRows(events.map(({ output }) => output));
				}
				const file = { fileName, format: choice.format, columns: columns?.names ?? null };
				const contents = { ...file, workbook: format.toFacts?.(), ...recorder.toContents() };
				manifest = toManifest(request, contents, await readReportFindings());
				yield* format.end(manifest);
			};
			const file = await files.save(recorder.hashChunks(chunks()), fileName, format.mimeType);
			const json = { ...manifest, ...recorder.finish() };
			const hint = manifest?.events === 0 ? undefined : columns?.describeUnseen?.();
			return { items: [{ json, binary: { [FILE_PROPERTY]: file } }], hint };
		},
	};
}

function createFormat({ format, shape }: FileChoice, request: OutputRequest) {
	if (format === 'ndjson') return { format: NDJSON };
	const columns = createTableColumns(shape, request, format === 'csv' ? toTimeText : toSerialTime);
	return {
		columns,
		format: format === 'csv' ? createCsv(columns) : createXlsx(columns, request.timezone),
	};
}
