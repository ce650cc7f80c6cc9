import type { INodeProperties } from 'n8n-workflow';
import {
	DEFAULT_PAGE_SIZE,
	PAGE_SIZE_LIMITS,
	DEFAULT_TIMEOUT_MS,
	TIMEOUT_MS_LIMITS,
} from '../parameters/defaults';

export const pageSizeOption: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: {
		minValue: PAGE_SIZE_LIMITS.min,
		maxValue: PAGE_SIZE_LIMITS.max,
		numberPrecision: 0,
	},
	default: DEFAULT_PAGE_SIZE,
	description:
		'How many events to ask for at once. Larger pages are quicker; a service that gives fewer at once is adapted to.',
};

export const timeoutOption: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: {
		minValue: TIMEOUT_MS_LIMITS.min,
		maxValue: TIMEOUT_MS_LIMITS.max,
		numberPrecision: 0,
	},
	default: DEFAULT_TIMEOUT_MS,
	description: 'How long to wait for the response to one request, in milliseconds',
};
