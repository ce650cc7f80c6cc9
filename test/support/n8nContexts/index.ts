/**
 * n8n-core's own contexts over real HTTP, with the real credential class.
 *
 *   const { run, hints } = createExecuteContext({ node, credential, parameters: { operation: 'list' } });
 *   const [items] = await run((context) => node.execute.call(context));
 *
 * `credential.stored` is what the database would hold; it may be read and edited between requests.
 * Expressions (`={{ … }}`) in parameters work inside `run` only.
 */
export { createAgentTool, type ToolOptions } from './agentContext';
export { createCredentialStore, type CredentialStore } from './credentialStore';
export { createExecuteContext, type ExecuteContextOptions } from './executeContext';
export { createLoadOptionsContext, type LoadOptionsContextOptions } from './loadOptionsContext';
export { createPollContext, type PollContextOptions } from './pollContext';
export { createStaticData, type StaticDataStore } from './staticData';
export { readBinary, useBinaryFiles } from './binaryFiles';
export type { LogEntry } from './capturedLog';
