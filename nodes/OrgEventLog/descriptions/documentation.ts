/** The README on the web, where each node has a chapter. */
export const README = 'https://github.com/org-event-log/n8n-nodes-org-event-log';
