import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { testEventLogCredential } from './api/credentialTestContext';
import { nodeFields } from './descriptions/nodeFields';
import { nodeSubtitle } from './descriptions/subtitles';
import { toNodeError } from './errors/nodeErrorContext';
import { presentOutput } from './operations/presentOutputContext';
import { runItem } from './operations/runOperationContext';
import { listSearch, loadOptions } from './recentLog/editorLists/listMethodsContext';

export class OrgEventLog implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Organization Event Log',
		name: 'orgEventLog',
		icon: {
			light: 'file:../../icons/orgEventLog.svg',
			dark: 'file:../../icons/orgEventLog.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: nodeSubtitle,
		description:
			"Read, count, export and summarize the events of an organization's security event log",
		documentationUrl:
			'https://github.com/org-event-log/n8n-nodes-org-event-log/blob/main/docs/node.md',
		defaults: { name: 'Organization Event Log' },
		builderHint: {
			searchHint:
				'To get every event in a time range, turn on returnAll. For a report, use the operation export: XLSX, CSV or NDJSON, with a manifest that has its SHA-256. For numbers per user or day, use the operation summarize. For a single number, use the operation count. The node reads all pages and retries by itself, so it needs no Loop, Wait or Sort node. To act on new events, use the Organization Event Log Trigger, not this node on a schedule.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-org-event-log.orgEventLogTrigger',
					relationHint: 'Starts the workflow for new events',
				},
			],
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'orgEventLogApi', required: true, testedBy: 'testEventLogCredential' }],
		properties: nodeFields,
	};

	methods = { credentialTest: { testEventLogCredential }, listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output: INodeExecutionData[] = [];
		const hints: string[] = [];
		const hintsForTools: string[] = [];
		const nowMs = Date.now();
		for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
			const pairedItem = { item: itemIndex };
			try {
				const result = await runItem(this, itemIndex, nowMs);
				for (const item of result.items) output.push({ ...item, pairedItem });
				hints.push(...result.hints);
				hintsForTools.push(...(result.hintsForTools ?? []));
			} catch (thrown) {
				const error = toNodeError(this.getNode(), thrown, itemIndex);
				if (!this.continueOnFail()) throw error;
				const { message, description } = error;
				// n8n before 2.33 knows a failure by these two names alone, and passes any other to the success output.
				const json = { error: message, ...(description ? { message: description } : {}) };
				output.push({ json, pairedItem });
			}
		}
		return [presentOutput(this, output, hints, hintsForTools)];
	}
}
