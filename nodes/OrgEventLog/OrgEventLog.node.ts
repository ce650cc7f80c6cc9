import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { testEventLogCredential } from './api/credentialTestContext';
import { filtersOfListAndCount } from './descriptions/filterFields';
import { resourceAndOperation } from './descriptions/operation';
import { optionsField, returnAllAndLimit } from './descriptions/options';
import { exactCountField, outputFields } from './descriptions/output';
import { presetOfListAndCount } from './descriptions/preset';
import { DOCUMENTATION } from './descriptions/documentation';
import { nodeSubtitle } from './descriptions/subtitles';
import { timeRangeFields } from './descriptions/timeRange';
import { toNodeError } from './errors/nodeErrorContext';
import { hintsForModel, showHints } from './operations/hintsContext';
import { runOperation } from './operations/runOperationContext';
import { listSearch, loadOptions } from './recentLog/offersContext';

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
		description: "Read and count the events of an organization's security event log",
		documentationUrl: `${DOCUMENTATION}/node.md`,
		defaults: { name: 'Organization Event Log' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'orgEventLogApi', required: true, testedBy: 'testEventLogCredential' }],
		properties: [
			...resourceAndOperation,
			...returnAllAndLimit,
			...timeRangeFields,
			presetOfListAndCount,
			filtersOfListAndCount,
			...outputFields,
			exactCountField,
			optionsField,
		],
	};

	methods = { credentialTest: { testEventLogCredential }, listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output: INodeExecutionData[] = [];
		const hints: string[] = [];
		const hintsForTools: string[] = [];
		// One "now" for all items, so that their periods and relative ranges are the same.
		const nowMs = Date.now();
		for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
			const pairedItem = { item: itemIndex };
			try {
				const result = await runOperation(this, itemIndex, nowMs);
				for (const item of result.items) output.push({ ...item, pairedItem });
				hints.push(...result.hints);
				hintsForTools.push(...(result.hintsBesideItems ?? []));
			} catch (thrown) {
				const error = toNodeError(this.getNode(), thrown, itemIndex);
				if (!this.continueOnFail()) throw error;
				const { message, description: details } = error;
				const json = { error: message, ...(details ? { details } : {}) };
				output.push({ json, pairedItem });
			}
		}
		showHints(this, hints);
		output.push(...hintsForModel(this, [...hints, ...hintsForTools]));
		return [output];
	}
}
