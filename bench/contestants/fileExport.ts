import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { digestOf, idOf } from '../ids';
import { LIST_NODE } from '../product';
import { loadNode, prepareNode, useBinaryFiles, type Endpoint } from './n8n';
import { heldDuring, timed, withPeak } from './timeAndMemory';

const SETTLE_MS = 300;
const WARM_UP_EVENTS = 2_000;

export interface ExportTask extends Endpoint {
	readonly format: 'csv' | 'ndjson';
	readonly simplify: boolean;
	readonly pageSize: number;
}

async function checksumOf(path: string): Promise<unknown> {
	const hash = createHash('sha256').setEncoding('hex');
	await pipeline(createReadStream(path), hash);
	return hash.read();
}

/** The ids of a file, read independently of what wrote it. In CSV they are the first column. */
async function idsIn(path: string, format: ExportTask['format']): Promise<string[]> {
	const ids: string[] = [];
	let insideQuotes = false;
	for await (const line of createInterface({ input: createReadStream(path) })) {
		if (format === 'ndjson') {
			ids.push(idOf(JSON.parse(line)));
			continue;
		}
		if (!insideQuotes) ids.push(line.slice(0, line.indexOf(',')));
		// A line end between quotes is part of a cell.
		if ((line.split('"').length - 1) % 2 === 1) insideQuotes = !insideQuotes;
	}
	return format === 'csv' ? ids.slice(1) : ids;
}

/** The whole log into a file of n8n's binary data, twice: time and memory, then what is held. */
export async function exportFile(task: ExportTask) {
	const { format, simplify, pageSize } = task;
	const files = await useBinaryFiles();
	const node = loadNode(LIST_NODE);
	const prepare = (amount: INodeParameters) => {
		const options = { order: 'ASC', pageSize };
		const file = { output: 'file', fileFormat: format, simplify };
		const what = { resource: 'event', operation: 'list', ...amount };
		return prepareNode(task, node, { ...what, ...file, options });
	};
	const fileIdOf = ([item]: readonly INodeExecutionData[]) => item?.binary?.data?.id ?? '';
	const remove = async (items: readonly INodeExecutionData[]) =>
		await files.deleteManyByBinaryDataId([fileIdOf(items)]);

	await remove(await prepare({ limit: WARM_UP_EVENTS })());
	const run = prepare({ returnAll: true });
	globalThis.gc?.();
	await sleep(SETTLE_MS);
	const { outcome, ...memory } = await withPeak(async () => await timed(run));
	const { ms, outcome: items } = outcome;
	const path = files.getPath(fileIdOf(items));
	const [found, bytes] = [digestOf(await idsIn(path, format)), statSync(path).size];
	const { events, sha256 } = items[0]?.json ?? {};
	if (events !== found.events || sha256 !== (await checksumOf(path)))
		throw new Error("The manifest's count or checksum is wrong");
	await remove(items);
	const runAgain = prepare({ returnAll: true });
	const heldBytes = await heldDuring(async () => await remove(await runAgain()));
	return { ms, ...memory, heldBytes, bytes, ...found };
}
