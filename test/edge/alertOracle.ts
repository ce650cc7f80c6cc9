import {
	type Dict,
	addressOf,
	comparable,
	deviceKeyOf,
	dict,
	emailOf,
	happeningOf,
	itemOf,
	serviceKeyOf,
	textOfItem,
	toIso,
	whoOf,
} from './documentedFields';
import type { Service } from './service';
import type { Fields, ServedEvent } from './servedEvent';

// The documentation of alerts: whose they are, when they repeat others, and bursts (docs/alerts.md).

export const MINUTE = 60_000;

/** The trigger's parameters, and the log that it reads. */
export interface Watched {
	readonly parameters: Dict;
	readonly timezone: string;
	readonly service: Service;
}

/** An event or a burst that starts the workflow. */
export interface Alert {
	/** Alerts with the same one repeat each other. */
	readonly key: string;
	readonly atMs: number;
	/** Of equal times any may be the events of a burst. */
	readonly name: string;
	readonly events: readonly ServedEvent[];
}

export const suppressedMinutes = ({ suppressRepeats }: Dict) => Number(suppressRepeats ?? 0);

const filled = (value: unknown) => (value === undefined || value === '' ? null : value);

function whoKeyOf(fields: Fields): unknown {
	const [name, value] = whoOf(fields) ?? [];
	return name === undefined ? null : [name, comparable('who', value)];
}

/** The alert of one event; one that lacks what others of its kind go by goes by what happened. */
export function alertOf(event: ServedEvent, { parameters }: Watched): Alert {
	const { fields } = event;
	const user = comparable('userEmail', filled(emailOf(fields)));
	const parts: Readonly<Record<string, readonly unknown[]>> = {
		who: [whoKeyOf(fields)],
		user: [user],
		device: [deviceKeyOf(fields)],
		userAndService: [user, serviceKeyOf(fields)],
		address: [addressOf(fields)],
	};
	const wanted = parts[String(parameters.suppressPer)] ?? [null];
	const key = wanted.includes(null) ? happeningOf(fields) : JSON.stringify(wanted);
	return { key, atMs: event.createdAtMs, name: event.id, events: [event] };
}

/** The group that an event counts for; undefined for none. */
function groupOf(event: ServedEvent, { parameters }: Watched): unknown {
	const { fields } = event;
	const groups: Readonly<Record<string, () => unknown>> = {
		all: () => 'all',
		who: () => whoKeyOf(fields),
		user: () => comparable('userEmail', filled(emailOf(fields))),
		device: () => deviceKeyOf(fields),
		happening: () => happeningOf(fields),
	};
	return groups[String(parameters.burstPer)]?.() ?? undefined;
}

/** The bursts that new events begin, beside known ones: a burst goes on while the count is reached. */
export function burstsOf(
	watched: Watched,
	fresh: readonly ServedEvent[],
	known: readonly ServedEvent[],
): Alert[] {
	const { burstCount, burstMinutes } = watched.parameters;
	const [count, withinMs] = [Number(burstCount), Number(burstMinutes) * MINUTE];
	const isFresh = new Set(fresh);
	const groups = new Map<string, ServedEvent[]>();
	for (const event of [...known, ...fresh]) {
		const group = groupOf(event, watched);
		if (group === undefined) continue;
		const key = JSON.stringify(group);
		groups.set(key, [...(groups.get(key) ?? []), event]);
	}
	const isReached = (events: readonly ServedEvent[], index: number) => {
		const [first, last] = [events[index - count + 1], events[index]];
		return (
			first !== undefined && last !== undefined && first.createdAtMs > last.createdAtMs - withinMs
		);
	};
	const bursts: Alert[] = [];
	for (const [key, events] of groups) {
		events.sort((one, other) => one.createdAtMs - other.createdAtMs);
		const old = events.filter((event) => !isFresh.has(event));
		const wasReached = new Set(old.filter((_, index) => isReached(old, index)));
		for (let index = 0; index < events.length; index++) {
			if (!isReached(events, index)) continue;
			const begin = index;
			while (index + 1 < events.length && isReached(events, index + 1)) index += 1;
			if (events.slice(begin, index + 1).some((event) => wasReached.has(event))) continue;
			const atMs = events[begin]?.createdAtMs ?? NaN;
			bursts.push({ key, atMs, name: `${key} at ${atMs}`, events: [] });
		}
	}
	return bursts;
}

/** The alert that a burst's item is of, or its fault. */
export function parseBurst(watched: Watched, json: Dict): Alert | string {
	const { burstPer, burstCount, burstMinutes } = watched.parameters;
	const inside = Array.isArray(json.events) ? json.events.map(dict) : [];
	const events = identifyAll(watched, inside);
	if (typeof events === 'string') return `a burst holds ${events}`;
	const [fromMs, toMs] = [events[0]?.createdAtMs ?? NaN, events.at(-1)?.createdAtMs ?? NaN];
	const groups = new Set(events.map((event) => JSON.stringify(groupOf(event, watched))));
	const [key = ''] = groups;
	const checks: Readonly<Record<string, boolean>> = {
		per: json.per === burstPer,
		count: json.count === Number(burstCount) && inside.length === json.count,
		from: json.from === toIso(fromMs) && fromMs > toMs - Number(burstMinutes) * MINUTE,
		to: json.to === toIso(toMs),
		events: groups.size === 1,
	};
	const wrong = Object.entries(checks).find(([, isRight]) => !isRight)?.[0];
	return wrong === undefined
		? { key, atMs: toMs, name: `${key} at ${toMs}`, events }
		: `a burst's ${wrong} is ${JSON.stringify(json[wrong])}`;
}

/** Fields that the trigger adds to an item. */
const ADDED = ['suppressed', 'redelivered'];

/** The events that items are of, each once, or the first that is of none. */
export function identifyAll(
	{ parameters, service }: Watched,
	items: readonly Dict[],
	isPreferred: (event: ServedEvent, json: Dict) => boolean = () => true,
): ServedEvent[] | string {
	const left = new Set(service.all);
	const isFeed = parameters.source !== 'list';
	const found: ServedEvent[] = [];
	for (const json of items) {
		const own = Object.fromEntries(Object.entries(json).filter(([name]) => !ADDED.includes(name)));
		const text = textOfItem(own);
		// Two events may share their id, and their item, too.
		const same = [...left].filter(
			(event) =>
				event.id === json.id &&
				event.saysForTime === undefined &&
				itemOf(event, service.fieldsOf(event, isFeed), parameters) === text,
		);
		const event = same.find((one) => isPreferred(one, json)) ?? same[0];
		if (event === undefined) {
			const known = service.all.find(({ id }) => id === json.id);
			const expected = known && itemOf(known, service.fieldsOf(known, isFeed), parameters);
			return `${text} instead of ${expected}`;
		}
		left.delete(event);
		found.push(event);
	}
	return found;
}
