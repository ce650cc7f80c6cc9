import { createHash } from 'node:crypto';
import { parseCsv } from '../support/parseCsv';
import {
	type Dict,
	COLUMNS,
	UNJUDGED_COLUMNS,
	chosenColumns,
	columnOf,
	comparable,
	dict,
	groupsOf,
	itemOf,
	namesIn,
	sampleOf,
	textOfItem,
	toIso,
} from './documentedFields';
import {
	excludesUnseen,
	minimumSeverity,
	passes,
	rangeOf,
	toNs,
	valuesOf,
} from './documentedFilters';
import type { Item } from './n8n';
import { type Sequence, follow } from './sequence';
import { type ServedEvent, textOf } from './servedEvent';
import type { Service } from './service';

/** One input item's run of the node, as far as somebody outside sees it. */
export interface ActionFacts {
	/** As n8n hands them to the node. */
	readonly parameters: Dict;
	readonly timezone: string;
	readonly service: Service;
	/** By the host's clock. */
	readonly startedAtMs: number;
	/** By the service's clock. */
	readonly fromMs: number;
	readonly toMs: number;
	readonly notes: readonly string[];
	/** The file that an item holds. */
	readonly read: (item: Item) => Buffer;
}

type ActionRun = ActionFacts & ReturnType<typeof eventsOf>;

/** Finds the events of a run's range. */
export function lookAt(facts: ActionFacts): ActionRun {
	return { ...facts, ...eventsOf(facts) };
}

const MOST_GROUP_COLUMNS = 4;

const KINDS: Readonly<Record<string, 'count' | 'file' | 'summary'>> = {
	count: 'count',
	export: 'file',
	summarize: 'summary',
};

/** What is asked for: the one place that knows which parameters say so. */
export function askedOf({ operation, returnAll, limit, options }: Dict) {
	const { skip = 0, order, sampleSize, readFrom, limit: most } = dict(options);
	const kind = KINDS[textOf(operation)] ?? 'items';
	const isFile = kind === 'file';
	const isAll = isFile ? most === undefined : kind === 'summary' || returnAll === true;
	return {
		kind,
		isFeed: operation === 'feed' || (isFile && readFrom === 'feed'),
		isAll,
		isSample: sampleSize !== undefined,
		skip: isAll || isFile ? 0 : Number(skip),
		limit: isAll ? Infinity : Number(isFile ? most : limit),
		// Items are newest first and files oldest first, unless an order is chosen.
		order: textOf(order) || (isFile ? 'ASC' : 'DESC'),
	} as const;
}

/** The events that a run may give and those that it has to: the log changes while it is read. */
function eventsOf({ service, fromMs, toMs, parameters, timezone, startedAtMs }: ActionFacts) {
	const range = rangeOf(parameters, startedAtMs, timezone);
	const { isFeed } = askedOf(parameters);
	const isInRange = ({ createdAtMs }: ServedEvent) =>
		range !== null && createdAtMs >= range.startMs && createdAtMs < range.endMs;
	const isGiven = (event: ServedEvent, by: Dict) =>
		isInRange(event) && (isFeed || passes(event, by, timezone));
	const then = new Set(service.shownAt(fromMs));
	const now = new Set(service.shownAt(toMs));
	const shown = service.shownAt(fromMs, toMs);
	const entries = shown.filter((event) => isGiven(event, parameters));
	// The service knows nothing of what is excluded.
	const served = shown.filter((event) => isGiven(event, { ...parameters, exclude: {} }));
	return {
		range,
		shown,
		events: entries.filter(({ saysForTime }) => saysForTime === undefined),
		malformed: entries.filter(({ saysForTime }) => saysForTime !== undefined),
		servesReadable: served.some(({ saysForTime }) => saysForTime === undefined),
		servesMalformed: served.some(({ saysForTime }) => saysForTime !== undefined),
		mayLack: (event: ServedEvent) => !then.has(event) || !now.has(event),
		hasChanged: shown.some((event) => !then.has(event) || !now.has(event)),
	};
}

/** Whether the run has to fail, may fail, or has to give something. */
export function fateOf(run: ActionRun): 'fails' | 'may fail' | 'runs' {
	const { parameters, timezone, service, toMs, range, shown, events, malformed } = run;
	const { operation, filters, groupBy } = parameters;
	const { kind, isFeed, isAll, isSample } = askedOf(parameters);
	const { startTime, endTime } = dict(isFeed ? {} : filters);
	const { preset = 'none', exclude } = parameters;
	const hasFilters =
		preset !== 'none' || [filters, exclude].some((some) => Object.keys(dict(some)).length > 0);
	if (range === null || (operation === 'export' && isFeed && hasFilters)) return 'fails';
	if (!isFeed && excludesUnseen(parameters)) return 'fails';
	// Both times are exclusive: between them there has to be something.
	if (startTime !== undefined && endTime !== undefined)
		if (toNs(endTime, timezone) <= toNs(startTime, timezone) + 1n) return 'fails';
	// A file of the feed has no filters; one that is left empty is none.
	const chosen = { ...dict(filters), ...dict(parameters.exclude) };
	if (kind === 'file' && isFeed)
		if (Object.keys(chosen).length > 0 || parameters.preset !== 'none') return 'may fail';
	if (kind === 'summary' && namesIn(groupBy).length > MOST_GROUP_COLUMNS) return 'fails';
	if (operation !== 'count' && isSample && !isAll) return 'fails';
	// Nothing but the bound tells Count where to begin.
	const isTooOld = range.startMs > -Infinity && range.startMs < toMs - service.knobs.keptMs + 2;
	if (kind === 'count' && service.knobs.refusesTooOldAfter && isTooOld) return 'may fail';
	// A page of nothing but malformed records is a failure that says so.
	if (malformed.length > 0 && malformed.length >= events.length) return 'may fail';
	if (run.servesMalformed && !run.servesReadable) return 'may fail';
	if (dict(parameters.options).requireWhole !== true || range.startMs === -Infinity) return 'runs';
	// Where the log begins is asked of the service; nothing tells it of a log that is empty.
	if (run.hasChanged) return 'may fail';
	return range.startMs < oldestOf(shown) ? 'fails' : 'runs';
}

function oldestOf(events: readonly ServedEvent[]): number {
	const first = events.find(({ saysForTime }) => saysForTime === undefined);
	return first?.createdAtMs ?? Infinity;
}

/** The fault of what an input item gave; undefined where there is none. */
export function judge(run: ActionRun, items: readonly Item[]): string | undefined {
	const { parameters, notes, events, malformed, mayLack, range } = run;
	const { kind, order, skip, limit, isAll } = askedOf(parameters);
	if (range === null) return 'is not refused';
	const told = notes.some((note) => /malformed record.*left out/i.test(note));
	const isRead = kind !== 'count' || parameters.exactCount === true;
	if (isAll && isRead && malformed.some((one) => !mayLack(one)) && !told)
		return `says nothing of ${malformed.length} malformed records`;
	if (kind === 'count') return judgeCount(run, items);
	if (kind === 'summary') return judgeSummary(run, items);
	// Of two events with the same id a sample goes by their content, also where a filter leaves one of them.
	const hasTwins = new Set(run.shown.map(({ id }) => id)).size < run.shown.length;
	if (hasTwins && askedOf(parameters).isSample) return undefined;
	const drawn = [...sampleOf(events, dict(parameters.options))];
	if (order === 'DESC') drawn.reverse();
	const wanted = { events: drawn, mayLack, skip, limit };
	return kind === 'file' ? judgeFile(run, items, wanted) : judgeItems(run, items, wanted);
}

function judgeCount(run: ActionRun, items: readonly Item[]): string | undefined {
	const { parameters, service, events, malformed, mayLack } = run;
	const [item] = items;
	if (item === undefined || items.length !== 1) return `${items.length} items instead of one`;
	const { count, capped } = item.json;
	const isAsked = parameters.exactCount !== true;
	const { countCap, countLag } = service.knobs;
	// The service counts malformed records, too, also just beside the range: nothing tells where they stand.
	const most = events.length + (isAsked && service.hasMalformed ? malformed.length + 2 : 0);
	const least = events.filter((event) => !mayLack(event)).length - (isAsked ? countLag : 0);
	if (isAsked && capped === true && countCap < most) return undefined;
	const isRight = typeof count === 'number' && count >= least && count <= most;
	// A Count that lags looks like one that stops counting.
	const mayBeCapped = isAsked && countLag > 0;
	return isRight && (capped === undefined || mayBeCapped)
		? undefined
		: `counts ${JSON.stringify(item.json)} instead of ${least} to ${most}`;
}

function judgeSummary(run: ActionRun, items: readonly Item[]): string | undefined {
	const { parameters, service, timezone, events } = run;
	if (run.hasChanged) return undefined;
	const names = namesIn(parameters.groupBy);
	const expected = groupsOf(events, parameters, timezone, (name, event) =>
		columnOf(name, event, service.fieldsOf(event, false)),
	);
	const byKey = new Map(expected.map((group) => [group.key, group]));
	let [lastMs, lastCount] = [-Infinity, Infinity];
	for (const { json } of items) {
		const values = names.map((name) =>
			json[name] === '(none)' ? null : comparable(name, json[name]),
		);
		const key = JSON.stringify([json.interval ?? null, ...values]);
		const group = byKey.get(key);
		byKey.delete(key);
		const { count, firstAt, lastAt } = json;
		if (group === undefined) return `the summary has ${JSON.stringify(json)}`;
		if (JSON.stringify({ count, firstAt, lastAt }) !== JSON.stringify(group.item))
			return `the summary has ${JSON.stringify(json)} instead of ${JSON.stringify(group.item)}`;
		const isNew = group.startMs > lastMs;
		const isLast = values.includes(null);
		if (group.startMs < lastMs || (!isNew && !isLast && group.count > lastCount))
			return `the summary has ${JSON.stringify(json)} too late`;
		[lastMs, lastCount] = [group.startMs, group.count];
	}
	const [missing] = byKey.keys();
	return missing === undefined ? undefined : `the summary lacks ${missing}`;
}

function judgeItems(run: ActionRun, items: readonly Item[], wanted: Sequence): string | undefined {
	const { parameters, service } = run;
	const { isFeed } = askedOf(parameters);
	const came = items.map(({ json }) => textOfItem(json));
	const found = follow(
		came,
		wanted,
		remember((event) => itemOf(event, service.fieldsOf(event, isFeed), parameters)),
	);
	return typeof found === 'string' ? found : undefined;
}

function remember(render: (event: ServedEvent) => string): (event: ServedEvent) => string {
	const known = new Map<ServedEvent, string>();
	return (event) => {
		const text = known.get(event) ?? render(event);
		known.set(event, text);
		return text;
	};
}

function judgeFile(run: ActionRun, items: readonly Item[], wanted: Sequence): string | undefined {
	const [item] = items;
	if (item === undefined || items.length !== 1) return `${items.length} items instead of one`;
	const { parameters } = run;
	const format = textOf(parameters.fileFormat);
	// Workbooks have tests of their own.
	if (format === 'xlsx') return judgeWorkbook(run, item, wanted);
	const text = run.read(item).toString();
	const found = format === 'csv' ? followCsv(run, text, wanted) : followNdjson(run, text, wanted);
	return typeof found === 'string' ? found : judgeManifest(run, item, found);
}

function judgeWorkbook(run: ActionRun, { json }: Item, { events, skip, limit }: Sequence) {
	const count = Math.min(limit, Math.max(0, events.length - skip));
	const isRight = run.hasChanged || json.events === count;
	return isRight ? undefined : `a workbook of ${textOf(json.events)} events instead of ${count}`;
}

/** As the service sent it, byte for byte, but for line breaks between tokens. */
function followNdjson({ parameters, service }: ActionRun, text: string, wanted: Sequence) {
	const { isFeed } = askedOf(parameters);
	if (text !== '' && !text.endsWith('\n')) return 'a line without an end';
	return follow(
		text.split('\n').slice(0, -1),
		wanted,
		remember((event) => service.textOfEvent(event, isFeed).replace(/[\r\n]+/g, ' ')),
	);
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** The columns that were chosen; of those that come by themselves, the simplified ones. */
function followCsv(run: ActionRun, text: string, wanted: Sequence) {
	const { parameters, service } = run;
	const { isFeed } = askedOf(parameters);
	const [header = [], ...rows] = parseCsv(text.replace(/^\uFEFF/, ''));
	const isChosen = namesIn(parameters.columns).length > 0 && parameters.simplify !== false;
	const chosen = isChosen ? chosenColumns(parameters) : undefined;
	if (chosen !== undefined && header.join() !== chosen.join())
		return `the columns are ${header.join()}`;
	const open = isChosen ? UNJUDGED_COLUMNS : [...UNJUDGED_COLUMNS, 'message'];
	const judged = header.filter(
		(name) => (chosen ?? COLUMNS).includes(name) && !open.includes(name),
	);
	const places = judged.map((name) => header.indexOf(name));
	const came = rows.map((row) => JSON.stringify(places.map((place) => row[place])));
	return follow(
		came,
		wanted,
		remember((event) => {
			const fields = service.fieldsOf(event, isFeed);
			return JSON.stringify(judged.map((name) => toCell(columnOf(name, event, fields))));
		}),
	);
}

/** A cell that a spreadsheet would run begins with an apostrophe. */
function toCell(value: unknown): string {
	const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : textOf(value);
	return FORMULA.test(text) && typeof value !== 'number' && !PLAIN_NUMBER.test(text)
		? `'${text}`
		: text;
}

function judgeManifest(
	run: ActionRun,
	{ json, ...item }: Item,
	written: readonly ServedEvent[],
): string | undefined {
	const { parameters, timezone } = run;
	const { isFeed, isAll, isSample, limit, order } = askedOf(parameters);
	const { sampleSize, sampleSeed = '', previousSha256 } = dict(parameters.options);
	const { range, shown, events, malformed, hasChanged, mayLack } = run;
	if (range === null) return undefined;
	const oldestMs = oldestOf(shown);
	const isNone = oldestMs === Infinity;
	const bytes = run.read({ json, ...item });
	// Unknown where the service stumbled over that, too.
	const isKnown =
		json.logBegins !== null ||
		!run.service.requests.some((one) => one.isHindered || one.isStumbling);
	const expected: Dict = {
		from: toIso(range.startMs),
		to: toIso(range.endMs),
		timezone,
		order,
		limit: isAll ? null : limit,
		events: written.length,
		organizations: written.length === 0 ? [] : [{ id: 'org-1', name: 'Example "Organization"' }],
		service: 'https://log.example.com',
		bytes: bytes.length,
		sha256: createHash('sha256').update(bytes).digest('hex'),
		previousSha256: textOf(previousSha256) || null,
		// What changes meanwhile may be counted or not.
		...(!hasChanged && {
			sample: isSample ? { size: sampleSize, seed: textOf(sampleSeed), of: events.length } : null,
		}),
		...(!hasChanged &&
			isKnown && {
				logBegins: toIso(oldestMs),
				coversStart: isNone || range.startMs === -Infinity ? null : oldestMs <= range.startMs,
			}),
	};
	const wrong = Object.entries(expected).find(
		([name, value]) => JSON.stringify(json[name]) !== JSON.stringify(value),
	);
	if (wrong !== undefined)
		return `the manifest's ${wrong[0]} is ${JSON.stringify(json[wrong[0]])} instead of ${JSON.stringify(wrong[1])}`;
	// Nothing tells on which side of a bound a malformed record stands.
	const isUncertain = hasChanged || (malformed.length === 0 && run.service.hasMalformed);
	if (!isUncertain && json.complete !== (isAll && !isSample && malformed.length === 0))
		return `the manifest's complete is ${textOf(json.complete)}`;
	const left = Number(dict(json.malformedRecords).count ?? 0);
	if (isAll && left < malformed.filter((one) => !mayLack(one)).length)
		return `${left} malformed records`;
	for (const [field, event] of Object.entries({
		firstEvent: written[0],
		lastEvent: written.at(-1),
	})) {
		const { createdAt = null } = dict(json[field]);
		if (createdAt !== toIso(event?.createdAtMs ?? NaN))
			return `the manifest's ${field} is ${textOf(createdAt)}`;
	}
	const asked = isFeed ? {} : parameters;
	if (dict(json.filters).minimumSeverity !== (isFeed ? undefined : minimumSeverity(parameters)))
		return 'the manifest has another severity';
	return (
		judgeServiceCount(run, json) ??
		judgeAsked('filters', asked, json) ??
		judgeAsked('exclude', asked, json)
	);
}

/** The service's Count is a second witness; where it can't count just this it says nothing. */
function judgeServiceCount(run: ActionRun, { serviceCount }: Dict): string | undefined {
	if (serviceCount === null || serviceCount === undefined) return undefined;
	const { events, malformed, mayLack, service } = run;
	const { countCap, countLag } = service.knobs;
	const least = Math.min(events.filter((event) => !mayLack(event)).length - countLag, countCap);
	// Events that appear meanwhile may lie just beside a bound.
	const beside =
		run.shown.filter(mayLack).length + (service.hasMalformed ? malformed.length + 2 : 0);
	const most = events.length + beside;
	const count = Number(serviceCount);
	return count >= least && count <= most
		? undefined
		: `the manifest's serviceCount is ${count} of ${events.length}`;
}

/** The manifest names the filters that were set. */
function judgeAsked(field: 'filters' | 'exclude', given: Dict, json: Dict): string | undefined {
	for (const [name, entered] of Object.entries(dict(given[field]))) {
		if (name === 'severity' || name.endsWith('Time')) continue;
		const noted = JSON.stringify(valuesOf(dict(json[field])[name]));
		const wanted = JSON.stringify([...new Set(valuesOf(entered))]);
		if (noted !== wanted) return `the manifest's ${field} ${name} is ${noted} instead of ${wanted}`;
	}
	return undefined;
}
