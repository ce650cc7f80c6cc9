/** Every filter of the API by its parameter name, as the editor labels it. */
export const FILTER_LABELS = {
	type: 'Type',
	subType: 'Subtype',
	action: 'Action',
	severity: 'Minimum Severity',
	userEmail: 'User Email',
	deviceId: 'Device ID',
	serialNumber: 'Serial Number',
	workloadContainerId: 'Workload Container ID',
	serviceName: 'Service Name',
	serviceAccountName: 'Service Account Name',
	eventId: 'Event ID',
	externalId: 'External ID',
	startTime: 'Start Time',
	endTime: 'End Time',
} as const;

export type FilterName = keyof typeof FILTER_LABELS;
