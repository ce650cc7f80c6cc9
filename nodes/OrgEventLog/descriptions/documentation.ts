/** The documentation on the web, where each node has a page. */
export const DOCUMENTATION =
	'https://github.com/org-event-log/n8n-nodes-org-event-log/blob/main/docs';
