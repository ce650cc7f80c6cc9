import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Unzip, UnzipInflate } from 'fflate';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { useBinaryFiles } from '../../test/support/n8nContexts';
import { digestOf, idOf, type Endpoint } from '../log';
import { LIST_NODE } from '../product';
import { residentMb, timed } from './measuring';
import { loadNode, prepareNode } from './n8n';

const SETTLE_MS = 300;
const WARM_UP_EVENTS = 2_000;
const CSV_ID = /(?:^|,(?=[^,]*,[^,]*$))([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}),/;
const XLSX_ID = /<t>([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})<\/t>/;

export interface ExportTask extends Endpoint {
	readonly fileFormat: 'csv' | 'xlsx' | 'ndjson';
	readonly simplify: boolean;
}

async function checksumOf(path: string): Promise<unknown> {
	const hash = createHash('sha256').setEncoding('hex');
	await pipeline(createReadStream(path), hash);
	return hash.read();
}

/**
 * The ids of a file, read independently of what wrote it. In CSV they are the first column of all
 * fields, and the last but one of a report.
 */
async function idsIn(path: string, format: ExportTask['fileFormat']): Promise<string[]> {
	const ids: string[] = [];
	const lines =
		format === 'xlsx' ? readRows(path) : createInterface({ input: createReadStream(path) });
	const pattern = format === 'xlsx' ? XLSX_ID : CSV_ID;
	for await (const line of lines) {
		// The heading has none, and of the lines of a record only the one with its id.
		const id = format === 'ndjson' ? idOf(JSON.parse(line)) : pattern.exec(line)?.[1];
		if (id !== undefined) ids.push(id);
	}
	return ids;
}

/** The XML of the rows of a workbook's first sheet, but for the header. */
async function* readRows(path: string): AsyncGenerator<string> {
	let texts: string[] = [];
	const decoder = new TextDecoder();
	const archive = new Unzip((file) => {
		if (file.name !== 'xl/worksheets/sheet1.xml') return;
		file.ondata = (error, chunk) => {
			if (error !== null) throw error;
			texts.push(decoder.decode(chunk, { stream: true }));
		};
		file.start();
	});
	archive.register(UnzipInflate);
	let rest = '';
	let isHeader = true;
	for await (const chunk of createReadStream(path)) {
		archive.push(chunk as Buffer);
		const rows = (rest + texts.join('')).split('</row>');
		texts = [];
		rest = rows.pop() ?? '';
		for (const row of rows) {
			if (!isHeader) yield row;
			isHeader = false;
		}
	}
}

/** The whole log into a file of n8n's binary data. */
export async function exportFile({ fileFormat, simplify, ...endpoint }: ExportTask) {
	const files = await useBinaryFiles();
	const node = loadNode(LIST_NODE);
	const prepare = (amount: INodeParameters) => {
		const file = { resource: 'event', operation: 'export', fileFormat, simplify };
		return prepareNode(endpoint, node, { ...file, options: amount });
	};
	const fileIdOf = ([item]: readonly INodeExecutionData[]) => item?.binary?.data?.id ?? '';
	const remove = async (items: readonly INodeExecutionData[]) =>
		await files.deleteManyByBinaryDataId([fileIdOf(items)]);

	await remove(await prepare({ limit: WARM_UP_EVENTS })());
	const run = prepare({});
	globalThis.gc?.();
	await sleep(SETTLE_MS);
	const idleMb = residentMb().now;
	const { ms, outcome: items } = await timed(run);
	const aboveMb = residentMb().most - idleMb;
	const path = files.getPath(fileIdOf(items));
	const found = digestOf(await idsIn(path, fileFormat));
	const { events, sha256 } = items[0]?.json ?? {};
	if (events !== found.events || sha256 !== (await checksumOf(path)))
		throw new Error("The manifest's count or checksum is wrong");
	await remove(items);
	return { ms, aboveMb, ...found };
}
