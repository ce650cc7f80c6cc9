import { setTimeout as sleep } from 'node:timers/promises';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';
import { useBinaryFiles } from '../../test/support/n8nContexts';
import { numberOf, textOf, type Values } from '../values';
import { loadBuiltNode } from './builtNodes';
import { digestOfFile, type FileKind } from './fileIds';
import { heldDuring, peakDuring } from './memoryPeak';
import { prepareRun } from './nodeRun';
import { collectGarbage, timed } from './stopwatch';

const SETTLE_MS = 300;
const WARM_UP_EVENTS = 2_000;

function prepareExport(settings: Values, parameters: object) {
	return prepareRun({
		baseUrl: textOf(settings, 'baseUrl'),
		node: loadBuiltNode('OrgEventLog'),
		parameters: {
			resource: 'event',
			operation: 'list',
			output: 'file',
			fileFormat: textOf(settings, 'format'),
			simplify: settings.simplify === true,
			options: { order: 'ASC', pageSize: numberOf(settings, 'pageSize') },
			...parameters,
		},
	});
}

/** The whole log into a file of n8n's binary data, twice: time and memory, then what is held. */
export async function exportFile(settings: Values): Promise<Values> {
	const binaryData = await useBinaryFiles();
	await remove(binaryData, await prepareExport(settings, { limit: WARM_UP_EVENTS })());
	const run = prepareExport(settings, { returnAll: true });
	collectGarbage();
	await sleep(SETTLE_MS);
	let items: INodeExecutionData[] = [];
	let ms = 0;
	const memory = await peakDuring(async () => {
		const measured = await timed(run);
		items = measured.outcome;
		ms = measured.ms;
	});
	const found = await digestOfExport(items, kindOf(settings));
	await remove(binaryData, items);
	const runAgain = prepareExport(settings, { returnAll: true });
	const heldBytes = await heldDuring(async () => await remove(binaryData, await runAgain()));
	return { ms, ...memory, heldBytes, ...found };
}

function kindOf(settings: Values): FileKind {
	return textOf(settings, 'format') === 'csv' ? 'csv' : 'ndjson';
}

/** @throws Error where the manifest says something else than the file is */
async function digestOfExport(
	[item]: readonly INodeExecutionData[],
	kind: FileKind,
): Promise<Values> {
	const id = item?.binary?.data?.id;
	if (item === undefined || id === undefined) throw new Error('There is no file');
	const stream = await Container.get(BinaryDataService).getAsStream(id);
	const { sha256, bytes, ...found } = await digestOfFile(stream, kind);
	if (item.json.sha256 !== sha256) throw new Error("The manifest's checksum is another file's");
	if (item.json.events !== found.events) throw new Error("The manifest's count is wrong");
	return { ...found, bytes };
}

async function remove(
	service: BinaryDataService,
	items: readonly INodeExecutionData[],
): Promise<void> {
	const ids = items.flatMap(({ binary }) => binary?.data?.id ?? []);
	await service.deleteManyByBinaryDataId(ids);
}
