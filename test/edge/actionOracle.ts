import { DateTime } from 'luxon';
import { createHash } from 'node:crypto';
import { name, version } from '../../package.json';
import type { Item } from './n8n';
import {
	type KeyOf,
	type Parameters,
	type Range,
	asItem,
	column,
	columnsOf,
	dict,
	excludesUnseen,
	isoOrNull,
	minimumSeverity,
	namesIn,
	passes,
	rangeOf,
	sampleOf,
	summaryOf,
	toNs,
	toCsv,
	toNdjson,
	valuesOf,
} from './oracle';
import { type Sequence, follow } from './sequence';
import { type Service, type ServedEvent, textOf } from './service';
import { SIMPLIFIED_COLUMNS } from './someParameters';

/** One input item's run of the node. */
export interface ActionRun {
	/** As n8n hands them to the node. */
	readonly parameters: Parameters;
	readonly timezone: string;
	readonly service: Service;
	/** What the log showed when reading began, and what it shows now. */
	readonly shown: ReadonlySet<ServedEvent>;
	readonly shownNow: readonly ServedEvent[];
	/** By the host's clock. */
	readonly startedAtMs: number;
	readonly endedAtMs: number;
	/** Whether the service has stumbled. */
	readonly isStumbling: boolean;
	readonly keyOf: KeyOf;
	/** The file that an item holds. */
	readonly read: (item: Item) => Buffer;
}

const MOST_GROUP_COLUMNS = 4;

/** Whether the run has to fail, may fail, or has to give something. */
export function fateOf(run: ActionRun): 'fails' | 'may fail' | 'runs' {
	const { parameters, timezone, startedAtMs } = run;
	const { operation, filters, output, groupBy, returnAll } = parameters;
	const { startTime, endTime } = dict(operation === 'feed' ? {} : filters);
	const { sampleSize, requireWhole } = dict(parameters.options);
	const range = rangeOf(parameters, startedAtMs, timezone);
	if (range === null) return 'fails';
	if (operation !== 'feed' && excludesUnseen(parameters)) return 'fails';
	if (startTime !== undefined && endTime !== undefined) {
		if (isNothingBetween(startTime, endTime, timezone)) return 'fails';
	}
	if (output === 'summary' && namesIn(groupBy).length > MOST_GROUP_COLUMNS) return 'fails';
	if (operation !== 'count' && sampleSize !== undefined && returnAll !== true) return 'fails';
	if (requireWhole !== true || range.startMs === -Infinity) return 'runs';
	// Where the log begins is asked of the service; nothing tells it of a log that is empty.
	const oldestThen = oldestOf(run.shown);
	const oldestNow = oldestOf(run.shownNow);
	if (oldestThen !== oldestNow) return 'may fail';
	return range.startMs < oldestNow ? 'fails' : 'runs';
}

function oldestOf(events: Iterable<ServedEvent>): number {
	let oldestMs = Infinity;
	for (const { createdAtMs } of events) oldestMs = Math.min(oldestMs, createdAtMs);
	return oldestMs;
}

/** Both times are exclusive: between them there has to be something. */
function isNothingBetween(startTime: unknown, endTime: unknown, zone: string): boolean {
	return toNs(endTime, zone) <= toNs(startTime, zone) + 1n;
}

/** What is wrong with what an input item gave; undefined for nothing. */
export function judge(run: ActionRun, items: readonly Item[]): string | undefined {
	const { parameters, timezone, startedAtMs, shown, shownNow } = run;
	const { operation, output } = parameters;
	const range = rangeOf(parameters, startedAtMs, timezone);
	if (range === null) return 'is not refused';
	const isFeed = operation === 'feed';
	const isWanted = (event: ServedEvent) =>
		event.createdAtMs >= range.startMs &&
		event.createdAtMs < range.endMs &&
		(isFeed || passes(event, parameters, timezone));
	const events = shownNow.filter(isWanted);
	const mayLack = (event: ServedEvent) => !shown.has(event);
	if (operation === 'count') return judgeCount(run, items, events);
	if (orderOf(parameters) === 'DESC') events.reverse();
	const all = parameters.returnAll === true;
	const skip = all ? 0 : Number(dict(parameters.options).skip ?? 0);
	const limit = all ? Infinity : Number(parameters.limit);
	if (output === 'summary') return judgeSummary(run, items, events);
	const drawn = sampleOf(events, dict(parameters.options));
	const wanted = { events: drawn, mayLack, skip, limit };
	return output === 'file'
		? judgeFile(run, items, wanted, events, range)
		: judgeItems(run, items, wanted);
}

/** Items are newest first and files oldest first, unless an order is chosen. */
function orderOf({ options, output }: Parameters): string {
	return textOf(dict(options).order) || (output === 'file' ? 'ASC' : 'DESC');
}

function judgeCount(
	run: ActionRun,
	items: readonly Item[],
	events: readonly ServedEvent[],
): string | undefined {
	const { parameters, service, shown } = run;
	const [item] = items;
	if (item === undefined || items.length !== 1) return `${items.length} items instead of one`;
	const { count, capped } = item.json;
	const isAsked = parameters.exactCount !== true;
	const most = events.length;
	const least = events.filter((event) => shown.has(event)).length;
	const isRight = typeof count === 'number' && count >= least && count <= most;
	const { countCap, countLag } = service.knobs;
	if (capped === undefined && isRight) return undefined;
	// The service stops counting: then the item says so, and the number is the service's.
	if (isAsked && capped === true && countCap < most) return undefined;
	// What Count does not know yet it can't tell.
	if (isAsked && countLag > 0 && typeof count === 'number' && count >= least - countLag) {
		return count <= most ? undefined : `counts ${count} instead of ${most}`;
	}
	return `counts ${JSON.stringify(item.json)} instead of ${least} to ${most}`;
}

function judgeSummary(
	{ parameters, timezone, service, keyOf }: ActionRun,
	items: readonly Item[],
	events: readonly ServedEvent[],
): string | undefined {
	const expected = summaryOf(events, parameters, timezone, (name, event) =>
		column(name, event, service.fieldsOf(event, false), keyOf),
	);
	const actual = items.map(({ json }) => JSON.stringify(json));
	const places = (json: Parameters) => JSON.stringify([json.interval, json.count]);
	const order = (texts: readonly string[]) => texts.map((text) => places(dict(JSON.parse(text))));
	const isInOrder = order(actual).join() === order(expected).join();
	const missing = expected.find((text) => !actual.includes(text));
	if (isInOrder && missing === undefined) return undefined;
	return `the summary is ${actual.join(' ')} instead of ${expected.join(' ')}`;
}

function judgeItems(
	{ parameters, service, keyOf }: ActionRun,
	items: readonly Item[],
	wanted: Sequence,
): string | undefined {
	const isFeed = parameters.operation === 'feed';
	const columns = columnsOf(parameters, SIMPLIFIED_COLUMNS);
	const texts = new Map<ServedEvent, string>();
	const itemOf = (event: ServedEvent): string => {
		const known = texts.get(event);
		if (known !== undefined) return known;
		const fields = service.fieldsOf(event, isFeed);
		const json =
			columns === undefined
				? asItem(fields)
				: Object.fromEntries(columns.map((name) => [name, column(name, event, fields, keyOf)]));
		const text = JSON.stringify(json);
		texts.set(event, text);
		return text;
	};
	let at = 0;
	const wrong = follow(wanted, (candidates) => {
		const text = JSON.stringify(items[at]?.json);
		for (const event of candidates) {
			if (itemOf(event) !== text) continue;
			at += 1;
			return event;
		}
		return undefined;
	});
	const next = JSON.stringify(items[at]?.json);
	if (wrong !== undefined) return `item ${at} of ${items.length}: ${wrong}; there is ${next}`;
	return at < items.length ? `item ${at} of ${items.length} is too many: ${next}` : undefined;
}

function judgeFile(
	run: ActionRun,
	items: readonly Item[],
	wanted: Sequence,
	passing: readonly ServedEvent[],
	range: Range,
): string | undefined {
	const [item] = items;
	if (item === undefined || items.length !== 1) return `${items.length} items instead of one`;
	const bytes = run.read(item);
	const { parameters, service, keyOf } = run;
	const { fileFormat, byteOrderMark } = parameters;
	const isFeed = parameters.operation === 'feed';
	const isCsv = fileFormat === 'csv';
	const columns = columnsOf(parameters, SIMPLIFIED_COLUMNS);
	const isMarked =
		isCsv && (byteOrderMark === true || dict(parameters.options).byteOrderMark === true);
	const text = bytes.toString();
	let at = isMarked ? 1 : 0;
	if (isMarked !== text.startsWith('\uFEFF')) return 'the byte order mark is not as it was wanted';
	const render = (events: readonly ServedEvent[]) =>
		(isCsv ? toCsv : toNdjson)({
			...{ events, keyOf, isFeed, columns },
			fieldsOf: (event) => service.fieldsOf(event, isFeed),
			sentAs: (event) => service.textOfEvent(event, isFeed),
		});
	// Of events of one instant the file tells the order, and with it which of them a limit has left out.
	const written: ServedEvent[] = [];
	let wrong: string | undefined;
	if (isCsv && columns === undefined) {
		const ids = [...text.matchAll(/(?:\r\n)(event-\d+),/g)].map(([, id]) => id);
		wrong = follow(wanted, (candidates) => {
			const id = ids[written.length];
			const next = [...candidates].find((event) => event.id === id);
			if (next !== undefined) written.push(next);
			return next;
		});
		if (wrong === undefined && written.length < ids.length)
			wrong = `${ids[written.length]} is too many`;
		const { head, lines } = render(written);
		if (wrong === undefined && text.slice(at) !== head + lines.join('')) {
			wrong = firstDifference(text.slice(at), head + lines.join(''));
		}
	} else {
		const { head, lines } = render(wanted.events);
		const lineOf = new Map(wanted.events.map((event, index) => [event, lines[index] ?? '']));
		if (!text.startsWith(head, at)) return firstDifference(text.slice(at), head);
		at += head.length;
		wrong = follow(wanted, (candidates) => {
			const next = [...candidates].find((event) => text.startsWith(lineOf.get(event) ?? '', at));
			if (next === undefined) return undefined;
			at += lineOf.get(next)?.length ?? 0;
			written.push(next);
			return next;
		});
		if (wrong !== undefined) wrong += `; there is ${JSON.stringify(text.slice(at, at + 300))}`;
		else if (at < text.length) wrong = `too much: ${JSON.stringify(text.slice(at, at + 300))}`;
	}
	const named = render(written).header;
	return wrong ?? judgeManifest(run, item, { bytes, written, passing, range, columns: named });
}

function firstDifference(actual: string, expected: string): string {
	let at = 0;
	while (at < actual.length && actual[at] === expected[at]) at += 1;
	const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 100));
	return `the file differs at ${at}: ${part(actual)} instead of ${part(expected)}`;
}

interface Written {
	readonly bytes: Buffer;
	readonly written: readonly ServedEvent[];
	/** What could be in it, without a limit or a sample. */
	readonly passing: readonly ServedEvent[];
	readonly range: Range;
	readonly columns: readonly string[] | null;
}

const PRESETS_OF_THE_SERVICE = ['none', 'warningsAndErrors'];

function judgeManifest(run: ActionRun, { json, binary }: Item, file: Written): string | undefined {
	const { bytes, written, passing, range, columns } = file;
	const { parameters, timezone, startedAtMs, endedAtMs, shown, shownNow, isStumbling } = run;
	const { operation, preset, returnAll, limit, fileFormat } = parameters;
	const { skip = 0, sampleSize, sampleSeed = '', previousSha256 } = dict(parameters.options);
	const isFeed = operation === 'feed';
	const local = (ms: number) =>
		Number.isFinite(ms) ? DateTime.fromMillis(ms, { zone: timezone }).toISO() : null;
	const isAll = returnAll === true;
	const isGrown = shownNow.length > shown.size;
	const expected: Parameters = {
		from: isoOrNull(range.startMs),
		to: isoOrNull(range.endMs),
		toIsExclusive: true,
		timezone,
		fromLocal: local(range.startMs),
		toLocal: local(range.endMs),
		operation,
		preset: isFeed ? 'none' : preset,
		order: orderOf(parameters),
		limit: isAll ? null : limit,
		skip: isAll || skip === 0 ? undefined : skip,
		complete: isAll && sampleSize === undefined,
		events: written.length,
		organizations: written.length === 0 ? [] : [{ id: 'org-1', name: 'Example "Organization"' }],
		service: 'https://log.example.com',
		fileName: binary?.data?.fileName,
		format: fileFormat,
		columns,
		bytes: bytes.length,
		sha256: createHash('sha256').update(bytes).digest('hex'),
		previousSha256: textOf(previousSha256) || null,
		workflow: { id: 'workflow-1', name: 'Workflow under test' },
		execution: { id: 'execution-1' },
		package: { name, version },
		// What appears meanwhile may be counted or not.
		...(!isGrown && {
			sample:
				sampleSize === undefined
					? null
					: { size: sampleSize, seed: textOf(sampleSeed), of: passing.length },
			// Unknown where the service stumbled over that, too.
			...(!(isStumbling && json.logBegins === null) && beginningOf(shownNow, range)),
		}),
	};
	for (const [field, value] of Object.entries(expected)) {
		if (JSON.stringify(json[field]) !== JSON.stringify(value)) {
			return `the manifest's ${field} is ${JSON.stringify(json[field])} instead of ${JSON.stringify(value)}`;
		}
	}
	for (const [field, event] of Object.entries({
		firstEvent: written[0],
		lastEvent: written.at(-1),
	})) {
		if (!isMarkOf(json[field], event, passing)) {
			return `the manifest's ${field} is ${JSON.stringify(json[field])}`;
		}
	}
	const times = [json.readFrom, json.readTo, json.generatedAt].map((one) =>
		Date.parse(textOf(one)),
	);
	const inOrder = [startedAtMs, ...times, endedAtMs];
	if (!inOrder.every((ms, index) => index === 0 || ms >= (inOrder[index - 1] ?? NaN))) {
		return `the manifest's times are ${JSON.stringify([json.readFrom, json.readTo, json.generatedAt])}`;
	}
	const entered = isFeed ? {} : parameters;
	const severity = isFeed ? undefined : minimumSeverity(parameters);
	return (
		judgeServiceCount(run, json, file) ??
		(dict(json.filters).minimumSeverity === severity
			? undefined
			: 'the manifest has another severity') ??
		judgeNote('filters', entered, json) ??
		judgeNote('exclude', entered, json)
	);
}

/** Where the log begins, and whether that is where the range does. */
function beginningOf(shown: readonly ServedEvent[], { startMs }: Range): Parameters {
	const oldestMs = oldestOf(shown);
	if (oldestMs === Infinity) return { logBegins: null, coversStart: null };
	const coversStart = startMs === -Infinity ? null : oldestMs <= startMs;
	return { logBegins: isoOrNull(oldestMs), coversStart };
}

/** The service's Count is a second witness, where it can count just this. */
function judgeServiceCount(
	run: ActionRun,
	json: Parameters,
	{ passing, written }: Written,
): string | undefined {
	const { parameters, service, shown, isStumbling } = run;
	const { serviceCount } = json;
	const { operation, preset } = parameters;
	const filters = operation === 'feed' ? {} : dict(parameters.filters);
	const { countCap, countLag } = service.knobs;
	const excludesNone = Object.keys(dict(parameters.exclude)).length === 0;
	const isByService =
		operation === 'feed' || (excludesNone && PRESETS_OF_THE_SERVICE.includes(textOf(preset)));
	const isPlain =
		filters.startTime === undefined &&
		filters.endTime === undefined &&
		(filters.subType === undefined || filters.type !== undefined);
	if (serviceCount === null) {
		// Count is held against all that is in the file, else against its own sums, which may tell nothing.
		const isUncertain = isStumbling || written.length === 0 || json.complete !== true;
		const maySayNone = !isByService || !isPlain || isUncertain || passing.length >= countCap;
		return maySayNone || countLag > 0 ? undefined : "the manifest's serviceCount is null";
	}
	// Nor whether Count has stopped counting.
	const isUnchecked = written.length === 0 && passing.length > 0;
	const least = isUnchecked ? 0 : passing.filter((event) => shown.has(event)).length - countLag;
	const count = Number(serviceCount);
	if (isByService && count >= least && count <= passing.length) {
		return undefined;
	}
	return `the manifest's serviceCount is ${textOf(serviceCount)} of ${passing.length}`;
}

/** Lines of one instant that are alike don't tell which event they are of. */
function isMarkOf(
	mark: unknown,
	event: ServedEvent | undefined,
	events: readonly ServedEvent[],
): boolean {
	if (event === undefined) return mark === null;
	const { id, createdAt } = dict(mark);
	if (createdAt !== isoOrNull(event.createdAtMs)) return false;
	return events.some((one) => one.id === id && one.createdAtMs === event.createdAtMs);
}

/** The manifest names what was asked for. */
function judgeNote(
	field: 'filters' | 'exclude',
	parameters: Parameters,
	json: Parameters,
): string | undefined {
	const note = dict(json[field]);
	for (const [name, entered] of Object.entries(dict(parameters[field]))) {
		if (name === 'severity' || name.endsWith('Time')) continue;
		const noted = JSON.stringify(valuesOf(note[name]));
		const wanted = JSON.stringify([...new Set(valuesOf(entered))]);
		if (noted !== wanted) return `the manifest's ${field} ${name} is ${noted} instead of ${wanted}`;
	}
	return undefined;
}
