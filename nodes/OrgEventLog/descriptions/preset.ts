import type { INodeProperties } from 'n8n-workflow';
import { PRESETS, PRESET_NAMES } from '../api/presets';

export const presetField: INodeProperties = {
	displayName: 'Preset',
	name: 'preset',
	type: 'options',
	options: PRESET_NAMES.map((value) => {
		const { label: name, meaning: description } = PRESETS[value];
		return { name, value, description };
	}),
	default: 'none',
	description:
		'A ready-made choice of events, on top of the filters. It is made from fields that every log has; which types and actions of your own log it takes, a hint of List says.',
};

export const presetOfListAndCount: INodeProperties = {
	...presetField,
	displayOptions: { show: { resource: ['event'], operation: ['list', 'count'] } },
};
