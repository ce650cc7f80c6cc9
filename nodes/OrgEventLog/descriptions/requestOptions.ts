import type { INodeProperties } from 'n8n-workflow';

export const pageSizeOption: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10000, numberPrecision: 0 },
	default: 1000,
	description:
		'How many events to ask for at once. Larger pages are quicker; a service that gives fewer at once is adapted to.',
};

export const timeoutOption: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 60000,
	description: 'How long to wait for the answer to one request, in milliseconds',
};
