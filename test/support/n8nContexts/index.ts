/**
 * n8n-core's own contexts over real HTTP, with the real credential class.
 *
 *   const credential = createCredentialStore({ baseUrl: service.baseUrl, refreshToken: '…' });
 *
 *   const { run, hints, logs } = createExecuteContext({
 *     node: new OrgEventLog(), credential, parameters: { operation: 'list' }, timezone: 'Europe/Berlin',
 *   });
 *   const [items] = await run((context) => new OrgEventLog().execute.call(context));
 *
 *   const staticData = createStaticData();                     // or createStaticData(json)
 *   const { run } = createPollContext({ node, credential, parameters, staticData, mode: 'trigger' });
 *   await run((context) => node.poll.call(context));
 *   staticData.changed;        // whether n8n would save
 *   staticData.save();         // the JSON as n8n saves it; createStaticData(json) is a fresh copy
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
