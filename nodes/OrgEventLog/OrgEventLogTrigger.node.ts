import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { testEventLogCredential } from './api/credentialTestContext';
import { triggerSubtitle } from './descriptions/subtitles';
import { triggerFields } from './descriptions/triggerFields';
import { isEventLogFailure } from './errors/failure';
import { toNodeError } from './errors/nodeErrorContext';
import { listSearch, loadOptions } from './recentLog/editorLists/listMethodsContext';
import { pollEventLog } from './trigger/n8n/pollEventLogContext';

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
		subtitle: triggerSubtitle,
		// n8n shows this text for both nodes of the package, above the actions as well.
		description:
			"Starts the workflow for every new event in an organization's security event log. Its actions list, count, export and summarize events.",
		documentationUrl:
			'https://github.com/org-event-log/n8n-nodes-org-event-log/blob/main/docs/trigger.md',
		defaults: { name: 'Organization Event Log Trigger' },
		builderHint: {
			searchHint:
				'Delivers each new event once, so it needs no Remove Duplicates node and no table of handled IDs after it. If a poll finds several events, the workflow runs once, with one item for each. To hold back repeats, use suppressRepeats. For many events in a short time, use emit "burst". For one message per poll, use emit "digest". To select events, use preset or filters here, not an If or Filter node after it.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-org-event-log.orgEventLog',
					relationHint: 'Reads, counts, exports and summarizes the events of a time range',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		polling: true,
		hints: [
			{
				type: 'info',
				message:
					'One run of the workflow may bring several items, one for each event or burst since the last poll. The next nodes handle them one by one.',
				displayCondition: '={{ $parameter["emit"] !== "digest" }}',
				whenToDisplay: 'beforeExecution',
				location: 'outputPane',
			},
		],
		credentials: [{ name: 'orgEventLogApi', required: true, testedBy: 'testEventLogCredential' }],
		properties: triggerFields,
	};

	methods = { credentialTest: { testEventLogCredential }, listSearch, loadOptions };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		try {
			return await pollEventLog(this);
		} catch (thrown) {
			throw toNodeError(
				this.getNode(),
				isEventLogFailure(thrown) ? thrown.withFacts({ isPoll: true }) : thrown,
			);
		}
	}
}
