import './instance';
import { LoadOptionsContext } from 'n8n-core';
import { createAdditionalData } from './additionalData';
import type { CredentialStore } from './credentialStore';
import { CREDENTIAL_DETAILS, CREDENTIAL_TYPE, createCredentialStore } from './credentialStore';
import { createNode, createWorkflow, type WorkflowOptions } from './workflow';

export interface LoadOptionsContextOptions extends WorkflowOptions {
	readonly credential?: CredentialStore;
	/** The credential's id in n8n, where there are several. */
	readonly credentialId?: string;
	/** The field whose list is filled, as the editor names it: `parameters.filters.type`. */
	readonly path?: string;
}

/** n8n-core's LoadOptionsContext, in which n8n fills a list of the editor. */
export function createLoadOptionsContext(options: LoadOptionsContextOptions = {}) {
	const { credential = createCredentialStore({}), credentialId, path = 'parameters' } = options;
	const { credentials, ...bare } = createNode(options);
	const renamed = {
		[CREDENTIAL_TYPE]: { ...CREDENTIAL_DETAILS, id: credentialId ?? 'credential-1' },
	};
	const node = credentials === undefined ? bare : { ...bare, credentials: renamed };
	const workflow = createWorkflow(node, options);
	const currentNodeParameters = structuredClone(options.parameters ?? {});
	const additionalData = { ...createAdditionalData(credential), currentNodeParameters };
	return new LoadOptionsContext(workflow, node, additionalData, path);
}
