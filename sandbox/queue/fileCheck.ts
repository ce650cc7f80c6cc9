import { createHash } from 'node:crypto';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import type { EditorApi } from '../n8n/editorApi';
import { isUnderWay } from '../n8n/executions';
import { startByHand } from '../n8n/manualRun';
import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import { idsWithin, yesterdayOf } from '../run/yesterday';
import type { QueueMode } from './modes';
import type { QueueExecution } from './n8nTables';
import { FILE_WORKFLOW, fileWorkflow } from './workflows';

/** What is wrong with a file that a worker has made; nothing where it is complete. */
export interface FileCheck {
	readonly faults: readonly string[];
	readonly events: number;
}

/** Who makes a file, and who knows what it has to hold. */
interface FileMakers {
	readonly api: EditorApi;
	readonly systems: ExternalSystems;
	readonly mode: QueueMode;
	/** Of n8n: it decides when yesterday began. */
	readonly timezone: string;
	readonly readExecutions: () => Promise<readonly QueueExecution[]>;
}

/** How n8n begins the id of what it keeps. */
const PREFIXES: Readonly<Record<QueueMode['binaryData'], string>> = {
	database: 'database:',
	filesystem: 'filesystem-v2:',
};

/** Compares a file with the manifest beside it and with the log. */
export function checkFile(
	contents: Buffer,
	manifest: Readonly<Record<string, unknown>>,
	expectedIds: ReadonlySet<string>,
): string[] {
	const sha256 = createHash('sha256').update(contents).digest('hex');
	const text = contents.toString('utf8');
	const absent = [...expectedIds].filter((id) => !text.includes(id));
	return [
		...(manifest.sha256 === sha256 ? [] : ['its SHA-256 is not what the manifest says']),
		...(manifest.events === expectedIds.size
			? []
			: [`the manifest says ${String(manifest.events)} events, the log ${expectedIds.size}`]),
		...(absent.length === 0 ? [] : [`${absent.length} events are missing in it`]),
	];
}

/**
 * Has a workflow write the events of yesterday into a file, run by hand as in the editor, and checks what the
 * main process of n8n gives out of it.
 */
export async function checkFileOfWorker(
	{ api, systems, mode, timezone, readExecutions }: FileMakers,
	wait: WaitOptions,
): Promise<FileCheck> {
	await api.post('workflows', fileWorkflow(systems.sink.baseUrl));
	const day = yesterdayOf(Date.now(), timezone);
	const id = Number(await startByHand(api, FILE_WORKFLOW));
	const execution = await waitUntil('the file to be made', wait, async () => {
		const found = (await readExecutions()).find((candidate) => candidate.id === id);
		return found && !isUnderWay(found.status) && found;
	});
	const { status, file } = execution;
	if (status !== 'success' || file === undefined) {
		return { faults: [`its execution ended with "${status}"`], events: 0 };
	}
	const query = new URLSearchParams({ id: file.binaryId, action: 'download' });
	const contents = await api.download(`binary-data?${query.toString()}`);
	const isInPlace = file.binaryId.startsWith(PREFIXES[mode.binaryData]);
	const expected = idsWithin(systems.service.log, day);
	return {
		events: expected.size,
		faults: [
			...(isInPlace ? [] : [`n8n keeps it as ${file.binaryId}`]),
			...checkFile(contents, file.manifest, expected),
		],
	};
}
