/** What made a file: package.json's own name and version, which shipped code can't read. A test holds them together. */
export const PACKAGE = { name: 'n8n-nodes-org-event-log', version: '0.1.0' };
