import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { testEventLogCredential } from './api/credentialTestContext';
import { triggerProperties } from './descriptions/trigger';
import { toNodeError } from './errors/nodeErrorContext';
import { listSearch, loadOptions } from './recentLog/offersContext';
import { pollEventLog } from './trigger/pollEventLogContext';

export class OrgEventLogTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Organization Event Log Trigger',
		name: 'orgEventLogTrigger',
		icon: {
			light: 'file:../../icons/orgEventLog.svg',
			dark: 'file:../../icons/orgEventLog.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["emit"] === "digest" ? "digest of new events" : "every new event" }}',
		description: "Starts the workflow for every new event of an organization's security event log",
		defaults: { name: 'Organization Event Log Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		polling: true,
		credentials: [{ name: 'orgEventLogApi', required: true, testedBy: 'testEventLogCredential' }],
		properties: triggerProperties,
	};

	methods = { credentialTest: { testEventLogCredential }, listSearch, loadOptions };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		try {
			return await pollEventLog(this);
		} catch (thrown) {
			throw toNodeError(this.getNode(), thrown);
		}
	}
}
