import type { INodeProperties } from 'n8n-workflow';
import { OrgEventLogApi } from '../../credentials/OrgEventLogApi.credentials';
import {
	FILTERS,
	FILTER_NAMES,
	type FilterDefinition,
	type FilterName,
	triggerFiltersOf,
} from '../../nodes/OrgEventLog/selection/filters';
import { PRESETS, PRESET_NAMES, type PresetName } from '../../nodes/OrgEventLog/selection/presets';
import { createFilterField } from '../../nodes/OrgEventLog/descriptions/selectionFields';
import { OrgEventLog } from '../../nodes/OrgEventLog/OrgEventLog.node.ts';
import { OrgEventLogTrigger } from '../../nodes/OrgEventLog/OrgEventLogTrigger.node.ts';
import { fieldTable } from './fieldTable';
import { code, table } from './markdown';
import type { Sections } from './sections';

/** Every field of the credential and the nodes, from their descriptions. */
export function fieldSections(): Sections {
	const { properties: ofCredential } = new OrgEventLogApi();
	const { properties: ofNode } = new OrgEventLog().description;
	const { properties: ofTrigger } = new OrgEventLogTrigger().description;
	return {
		'credential-fields': fieldTable(ofCredential),
		'node-fields': fieldTable(ofNode),
		'node-options': fieldTable(entriesOf('options', ofNode), ofNode),
		'trigger-fields': fieldTable(ofTrigger),
		'trigger-options': fieldTable(entriesOf('options', ofTrigger), ofTrigger),
	};
}

/** The fields of a collection. */
function entriesOf(name: string, properties: readonly INodeProperties[]): INodeProperties[] {
	const collection = properties.find((field) => field.name === name);
	return (collection?.options ?? []).filter(
		(option) => 'displayName' in option && 'type' in option,
	);
}

const TAKES: Readonly<Record<FilterDefinition['kind'], string>> = {
	one: 'one value',
	several: 'several values',
	minimumSeverity: 'a severity',
	nanoseconds: 'nanoseconds or a date',
};

/** Filters and presets: what they take, where they work, what the API calls them. */
export function filterSections(): Sections {
	const filters = FILTER_NAMES.map((name) => {
		const filter = FILTERS[name];
		const { description = '' } = createFilterField(name);
		return [
			`**${filter.label}**<br>${code(name)}`,
			TAKES[filter.kind],
			filter.hasNoValueList ? '–' : 'yes',
			placesOf(name),
			filter.queryName === undefined ? '– (n8n)' : code(filter.queryName),
			description.replace(/ ?For several, .*$/, ''),
		];
	});
	const presets = PRESET_NAMES.map((name) => {
		const { label, hint, meaning } = PRESETS[name];
		return [`**${label}**<br>${code(name)}`, appliedBy(name), `${hint}.<br>${meaning}`];
	});
	return {
		filters: table(['filter, parameter', 'takes', 'list', 'in', 'API', 'meaning'], filters),
		presets: table(['preset, value', 'applied by', 'selects'], presets),
	};
}

function appliedBy(name: PresetName): string {
	const { passes, minimumSeverity } = PRESETS[name];
	if (passes !== undefined) return 'n8n';
	return minimumSeverity === undefined ? '–' : 'the service; n8n with source _All Events_';
}

function placesOf(name: FilterName): string {
	if (triggerFiltersOf('feed').includes(name)) return 'all';
	const isOfTrigger = triggerFiltersOf('list').includes(name);
	return isOfTrigger ? 'List, Count, trigger with source _Matching Events_' : 'List, Count';
}
