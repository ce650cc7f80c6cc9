import { FILTERS, FILTER_NAMES } from '../selection/filters';
import { PRESETS } from '../selection/presets';
import { pluralize, formatCount } from '../text/sentences';
import { LocalClock, toTimeText } from './localClock';
import { type FilterFields, type Manifest, toManifestName } from './manifest';
import { LOCAL_TIME } from './tableColumns';
import { CUT_MARK, MAX_CELL_LENGTH } from './xlsx/cells';
import type { ReportLine } from './xlsx/sheets';

/** Puts a manifest into words for the people who receive a report. */
export function describeReport(manifest: Manifest): ReportLine[] {
	const { from, to, timezone, columns, order, cutCells = 0 } = manifest;
	const period = [from, to].map((time) => time && toLocal(time, manifest));
	const inTable = columns?.includes(LOCAL_TIME)
		? `The column ${LOCAL_TIME} shows its clocks.`
		: 'The times in the table are as the service sent them.';
	const cut = `${formatCount(cutCells)}. A cell holds ${formatCount(MAX_CELL_LENGTH)} characters. Longer texts end with “${CUT_MARK}”; an NDJSON file has them whole.`;
	const { count, why } = manifest.malformedRecords;
	const malformed = `${formatCount(count)}. They have no readable time, so they are not in the report: ${why.join('; ')}.`;
	const { label, meaning } = PRESETS[manifest.preset];
	return [
		['Whose log', describeOrganizations(manifest)],
		['Service', manifest.service],
		['Period', toPeriodSentence(period[0], period[1])],
		['Timezone', `${timezone}. ${inTable}`],
		['Period in UTC', toPeriodSentence(from, to)],
		['Events', `${formatCount(manifest.events)}.`],
		['Is it complete?', describeCompleteness(manifest)],
		['Does the log reach back?', describeLogBeginning(manifest)],
		["The service's own count", describeServiceCount(manifest)],
		['Malformed records', count === 0 ? 'None.' : malformed],
		['Cut texts', cutCells === 0 ? 'None.' : cut],
		['Filters', describeFilters(manifest.filters) || 'None.'],
		['Left out', describeFilters(manifest.exclude) || 'Nothing.'],
		['Preset', manifest.preset === 'none' ? 'None.' : `${label}. ${meaning}.`],
		['Order', order === 'ASC' ? 'Oldest first.' : 'Newest first.'],
		['First event', describeEvent(manifest.firstEvent, manifest)],
		['Last event', describeEvent(manifest.lastEvent, manifest)],
		...describeOrigin(manifest),
	];
}

function toLocal(iso: string | null, { timezone }: Manifest): string {
	if (iso === null) return 'unknown';
	return toTimeText(new LocalClock(timezone).toLocalMs(Date.parse(iso)));
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
	return `${toLocal(event.createdAt, manifest)}, id ${event.id}`;
}

function describeCompleteness(manifest: Manifest): string {
	const { complete, filters, exclude, preset, to, readFrom } = manifest;
	const isChosen = preset !== 'none' || Object.keys({ ...filters, ...exclude }).length > 0;
	const passing = isChosen ? ' and that passes the filters' : '';
	const isOver = to === null || readFrom === null || Date.parse(to) <= Date.parse(readFrom);
	const answer = complete
		? `Yes. The report has every event of the period that the service showed${passing}.`
		: `No. ${describeOmissions(manifest).join(' ')}`;
	if (isOver) return answer;
	return `${answer} But the period was not over when the report was read: later events are not in it.`;
}

function describeOmissions({ limit, sample, malformedRecords }: Manifest): string[] {
	return [
		limit === null ? '' : `It has at most ${pluralize(limit, 'event')}, because of a limit.`,
		sample === null
			? ''
			: `It is a random sample of ${formatCount(sample.size)} of ${pluralize(sample.of, 'event')}, drawn with the seed “${sample.seed}”.`,
		malformedRecords.count === 0 ? '' : 'Malformed records had to be left out.',
	].filter((reason) => reason !== '');
}

function describeLogBeginning(manifest: Manifest): string {
	const { coversStart, from, logBegins } = manifest;
	if (logBegins === null) return 'Not known. The service did not show its oldest event.';
	const oldest = `The oldest event of the log is of ${toLocal(logBegins, manifest)}.`;
	if (from === null) return `The period has no beginning. ${oldest}`;
	if (coversStart === true) return `Yes, to the beginning of the period. ${oldest}`;
	return `No, not to the beginning of the period. ${oldest} Older events may have been deleted, or the log may have started then.`;
}

function describeServiceCount({ serviceCount, events, limit, sample }: Manifest): string {
	if (serviceCount === null) {
		return 'Not known. The service can not count these events, or its count can not be relied on.';
	}
	const number = pluralize(serviceCount, 'event');
	if (limit !== null) return `${number}. The report has ${formatCount(events)} of them.`;
	const difference = serviceCount - (sample?.of ?? events);
	if (difference === 0) return `${number}, as many as were read for this report.`;
	const which = difference > 0 ? 'more' : 'fewer';
	return `${number}, ${formatCount(Math.abs(difference))} ${which} than were read for this report.`;
}

function describeFilters(fields: FilterFields): string {
	const lines = FILTER_NAMES.map((name) => {
		const value = fields[toManifestName(name)];
		if (value === undefined) return '';
		return `${FILTERS[name].label}: ${Array.isArray(value) ? value.join(', ') : value}`;
	});
	return lines.filter((line) => line !== '').join('\n');
}

function describeOrigin(manifest: Manifest): ReportLine[] {
	const { workflow, execution, package: madeBy, previousSha256 } = manifest;
	const { readFrom, readTo, generatedAt } = manifest;
	const toClock = (time: string | null) => toLocal(time, manifest);
	return [
		[
			'Checksum of this file',
			'It is in the manifest, which the sender has beside this file: no file can hold its own.',
		],
		['Previous report', previousSha256 ?? 'None is named.'],
		['Read', `From ${toClock(readFrom)} to ${toClock(readTo)}, by the clock of n8n.`],
		['Made', `${toClock(generatedAt)}, by the clock of n8n.`],
		[
			'Made by',
			`The workflow “${workflow.name ?? 'without a name'}” (${workflow.id ?? 'no id'}), execution ${execution.id ?? 'without an id'}, in n8n with ${madeBy.name} ${madeBy.version}.`,
		],
	];
}
