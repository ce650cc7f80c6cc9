import type { ExternalSystems } from '../externalSystems/externalSystems';
import { DELIVERY_WORKFLOW, REPORT_WORKFLOW } from '../n8n/imports';
import type { N8nInstance } from '../n8n/settings';
import { createInstance, prepareInstanceBase } from '../n8n/instance';
import type { WorkflowChange } from '../n8n/workflowFiles';

interface ExampleInstanceOptions {
	readonly systems: ExternalSystems;
	readonly userFolder: string;
	readonly timezone: string;
	/** Any that is free unless given. */
	readonly port?: number;
	/** Of n8n's environment, besides what every instance has. */
	readonly variables?: Readonly<Record<string, string>>;
	/** What is to be another way than in the files. */
	readonly change?: WorkflowChange;
}

/** An n8n as users have it, in its default polling mode, with the delivery and the report published. */
export async function createExampleInstance(
	{ systems, ...options }: ExampleInstanceOptions,
	signal: AbortSignal,
): Promise<N8nInstance> {
	const base = await prepareInstanceBase(signal);
	console.error(`Importing credentials and workflows into n8n ${base.installation.version} …`);
	return await createInstance(
		base,
		{
			...options,
			endpoints: systems.endpoints,
			pollingMode: 'inMemory',
			publishedWorkflows: [DELIVERY_WORKFLOW, REPORT_WORKFLOW],
		},
		signal,
	);
}
