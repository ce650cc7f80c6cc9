import { BY_HAND, chainOf, eventLogNode } from '../../n8n/chain';
import { KEY } from '../../n8n/credentials';
import type { StoredFile } from '../../n8n/database';
import { addWorkflow } from '../../n8n/editing';
import { runByHand } from '../../n8n/manualRun';
import type { Lab } from '../lab';

/** A file that a workflow has made, with what n8n gives out of it. */
interface MadeFile extends StoredFile {
	readonly contents: Buffer;
}

/** Writes the events of yesterday into a file and sends it to the sink. */
function fileWorkflow(sinkUrl: string) {
	const yesterday = {
		timeRange: 'period',
		period: 'yesterday',
	};
	return chainOf('A file', [
		BY_HAND,
		// By a key: no token of it expires.
		eventLogNode(KEY, { ...yesterday, operation: 'export', fileFormat: 'csv' }),
		{
			name: 'Upload',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				...{ method: 'PUT', url: `${sinkUrl}/lab/events.csv`, sendBody: true },
				...{ contentType: 'binaryData', inputDataFieldName: 'data', options: {} },
			},
		},
	]);
}

/** Has a workflow write the events of yesterday into a file, run by hand as in the editor. @throws Error where it fails */
export async function makeFile(lab: Lab): Promise<MadeFile> {
	const api = await lab.api();
	const { id: workflowId } = await addWorkflow(api, fileWorkflow(lab.systems.sink.baseUrl));
	const id = Number(await runByHand(api, workflowId, lab.wait));
	const { executions } = await lab.look();
	const file = executions.find((execution) => execution.id === id)?.file;
	if (file === undefined) throw new Error(`Execution ${id} has made no file`);
	const query = new URLSearchParams({ id: file.binaryId, action: 'download' });
	return { ...file, contents: await api.download(`binary-data?${query.toString()}`) };
}
