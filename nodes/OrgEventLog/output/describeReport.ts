import { FILTERS, FILTER_NAMES } from '../selection/filters';
import { PRESETS } from '../selection/presets';
import { pluralize, formatCount } from '../text/sentences';
import { LocalClock, formatLocalTime } from './localClock';
import { type FilterFields, type Manifest, toFilterFieldName } from './manifest';
import { LOCAL_TIME } from './tableColumns';
import { CUT_MARK, MAX_CELL_LENGTH } from './xlsx/cells';
import type { AboutLine } from './xlsx/sheets';

/** Puts a manifest into words for the people who receive a report. */
export function describeReport(manifest: Manifest): AboutLine[] {
	const { from, to, timezone, columns, order, cutCells = 0 } = manifest;
	const [localFrom, localTo] = [from, to].map((time) => time && toLocalTime(time, manifest));
	const tableSentence = columns?.includes(LOCAL_TIME)
		? `The column ${LOCAL_TIME} shows its clocks.`
		: `The times in the table are ${columns?.includes('createdAt') ? 'in UTC' : 'as the service sent them'}.`;
	const cutSentences = `${formatCount(cutCells)}. A cell holds ${formatCount(MAX_CELL_LENGTH)} characters. Longer texts end with “${CUT_MARK}”; an NDJSON file has them whole.`;
	const { count, why } = manifest.malformedRecords;
	const malformedSentences = `${formatCount(count)}. They can't be read, so they are not in the report: ${why.join('; ')}.`;
	const { label, meaning } = PRESETS[manifest.preset];
	return [
		['Whose log', describeOrganizations(manifest)],
		['Service', manifest.service],
		['Period', toPeriodSentence(localFrom, localTo)],
		['Timezone', `${timezone}. ${tableSentence}`],
		['Period in UTC', toPeriodSentence(from, to)],
		['Events', `${formatCount(manifest.events)}.`],
		['Is it complete?', describeCompleteness(manifest)],
		['Does the log reach back?', describeLogBeginning(manifest)],
		["The service's own count", describeServiceCount(manifest)],
		['Malformed records', count === 0 ? 'None.' : malformedSentences],
		['Cut texts', cutCells === 0 ? 'None.' : cutSentences],
		['Filters', describeFilters(manifest.filters) || 'None.'],
		['Left out', describeFilters(manifest.exclude) || 'Nothing.'],
		['Preset', manifest.preset === 'none' ? 'None.' : `${label}. ${meaning}.`],
		['Order', order === 'ASC' ? 'Oldest first.' : 'Newest first.'],
		['First event', describeEvent(manifest.firstEvent, manifest)],
		['Last event', describeEvent(manifest.lastEvent, manifest)],
		...describeMaking(manifest),
	];
}

function toLocalTime(iso: string | null, { timezone }: Manifest): string {
	if (iso === null) return 'unknown';
	return formatLocalTime(new LocalClock(timezone).toLocalMs(Date.parse(iso)));
}

function describeOrganizations({ organizations }: Manifest): string {
	const names = organizations.map(({ id, name }) => {
		if (name === null) return `Organization ${id}`;
		return id === null ? String(name) : `${name} (organization ${id})`;
	});
	return names.join('\n') || 'No event in this report names an organization.';
}

function toPeriodSentence(from: string | null = null, to: string | null = null): string {
	const end = to === null ? 'until the report was read' : `until just before ${to}`;
	return from === null ? `From the beginning of the log ${end}.` : `From ${from} ${end}.`;
}

function describeEvent(event: Manifest['firstEvent'], manifest: Manifest): string {
	if (event === null) return 'The report has no events.';
	return `${toLocalTime(event.createdAt, manifest)}, id ${event.id}`;
}

function describeCompleteness(manifest: Manifest): string {
	const { complete, filters, exclude, preset, to, readFrom: readBeganAt } = manifest;
	const hasSelection = preset !== 'none' || Object.keys({ ...filters, ...exclude }).length > 0;
	const selectionClause = hasSelection ? ' and that the preset and the filters select' : '';
	const isPeriodOver =
		to === null || readBeganAt === null || Date.parse(to) <= Date.parse(readBeganAt);
	const answer = complete
		? `Yes. The report has every event of the period that the service showed${selectionClause}.`
		: `No. ${describeOmissions(manifest).join(' ')}`;
	if (isPeriodOver) return answer;
	return `${answer} But the period was not over when the report was read: later events are not in it.`;
}

function describeOmissions({ events, limit, sample, malformedRecords }: Manifest): string[] {
	return [
		limit === null ? '' : `It has at most ${pluralize(limit, 'event')}, because of a limit.`,
		sample === null
			? ''
			: `It is a random sample of ${formatCount(events)} of ${pluralize(sample.of, 'event')}, drawn with the seed “${sample.seed}”.`,
		malformedRecords.count === 0 ? '' : 'Malformed records had to be left out.',
	].filter((reason) => reason !== '');
}

function describeLogBeginning(manifest: Manifest): string {
	const { coversStart, from, logBegins } = manifest;
	if (logBegins === null) return 'Not known. The service did not show its oldest event.';
	const oldestSentence = `The oldest event of the log is from ${toLocalTime(logBegins, manifest)}.`;
	if (from === null) return `The period has no beginning. ${oldestSentence}`;
	if (coversStart === true) return `Yes, to the beginning of the period. ${oldestSentence}`;
	return `No, not to the beginning of the period. ${oldestSentence} Older events may have been deleted, or the log may have started then.`;
}

function describeServiceCount({ serviceCount, events, limit, sample }: Manifest): string {
	if (serviceCount === null)
		return 'Not known. The service cannot count these events, or its count cannot be relied on.';
	const countText = pluralize(serviceCount, 'event');
	if (limit !== null) return `${countText}. The report has ${formatCount(events)} of them.`;
	const difference = serviceCount - (sample?.of ?? events);
	if (difference === 0) return `${countText}, as many as were read for this report.`;
	const comparison = difference > 0 ? 'more' : 'fewer';
	return `${countText}, ${formatCount(Math.abs(difference))} ${comparison} than were read for this report.`;
}

function describeFilters(fields: FilterFields): string {
	const lines = FILTER_NAMES.map((name) => {
		const value = fields[toFilterFieldName(name)];
		if (value === undefined) return '';
		return `${FILTERS[name].label}: ${Array.isArray(value) ? value.join(', ') : value}`;
	});
	return lines.filter((line) => line !== '').join('\n');
}

function describeMaking(manifest: Manifest): AboutLine[] {
	const { workflow, execution, previousSha256, readFrom, readTo, generatedAt } = manifest;
	const toLocal = (time: string | null) => toLocalTime(time, manifest);
	const checksumSentence =
		'It is in the manifest, which the sender has beside this file: no file can hold its own.';
	const makerSentence = `The workflow “${workflow.name ?? 'without a name'}” (${workflow.id ?? 'no id'}), execution ${execution.id ?? 'without an id'}, in n8n with ${manifest.package.name} ${manifest.package.version}.`;
	return [
		['Checksum of this file', checksumSentence],
		['Previous report', previousSha256 ?? 'None is named.'],
		['Read', `From ${toLocal(readFrom)} to ${toLocal(readTo)}, by the clock of n8n.`],
		['Made', `${toLocal(generatedAt)}, by the clock of n8n.`],
		['Made by', makerSentence],
	];
}
