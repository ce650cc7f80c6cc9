import { DateTime } from 'luxon';
import type { Item } from './n8n';
import {
	type KeyOf,
	type Parameters,
	SEVERITIES,
	addressOf,
	asItem,
	column,
	columnsOf,
	dict,
	isoOrNull,
	passes,
	serviceNameOf,
	toNs,
} from './oracle';
import { type Fields, type Service, type ServedEvent, at } from './service';
import { SIMPLIFIED_COLUMNS } from './someParameters';

const SECOND = 1000;
const MINUTE = 60_000;
/** Who has read all of the log since, and remembers nothing that was there, is told of no gap. */
const SURELY_KEPT_MS = 120 * MINUTE;
const TOP_USERS = 10;
/** “Some 500” alerts are remembered for certain (docs/limits.md). */
const ALERTS_FOR_CERTAIN = 450;

/** One poll, as far as somebody outside sees it. */
export interface PollFacts {
	/** As n8n hands them to the node. */
	readonly parameters: Parameters;
	readonly timezone: string;
	readonly service: Service;
	/** By the service's clock. */
	readonly startedAtMs: number;
	readonly endedAtMs: number;
	readonly hostOffsetMs: number;
	/** Whether where the log begins and ends could not be asked. */
	readonly isListRefused: boolean;
	/** How long n8n lets a poll take. */
	readonly budgetMs: number;
	/** Which process of n8n made it. */
	readonly process: number;
	/** Whether n8n writes the state together with the execution. */
	readonly savesWithExecution: boolean;
	readonly items: readonly Item[];
	readonly warnings: readonly string[];
	readonly keyOf: KeyOf;
}

/** What starts the workflow: an event or a burst, and what is said of it. */
interface Alert {
	readonly key: string;
	readonly atMs: number;
	/** The group of a burst. */
	readonly value: unknown;
	readonly events: readonly ServedEvent[];
}

interface AlertsOfKey {
	readonly givenMs: readonly number[];
	readonly heldBack: number;
}

/** Of signs of life. */
interface Quiet {
	/** Since when there was no delivery. */
	readonly sinceMs: number;
	/** When there was a sign last. */
	readonly toldMs: number;
	readonly polls: number;
	/** The process in which it began, as long as nothing was delivered: of that n8n may have kept nothing. */
	readonly begunIn?: number;
	/** When it has begun once more, where n8n has kept nothing. */
	readonly mayBeginMs: readonly number[];
	/** What goes on instead, where n8n has kept nothing of a new start and is killed. */
	readonly before?: Quiet;
}

/** What is known since the trigger began, which a start date that has been changed makes it do anew. */
class Beginning {
	/** What came, was held back, or was there before the trigger began. */
	settled = new Set<ServedEvent>();
	/** What need not come: it appeared while the trigger began, or the filters of a former poll dropped it. */
	optional = new Set<ServedEvent>();
	polls: Array<{ readonly atMs: number; readonly windowMs: number }> = [];
	start: { readonly surelyMs: number; readonly earliestMs: number } | undefined;
	/** As it was entered, where the trigger began from one. */
	startDate: unknown;
	alerts = new Map<string, AlertsOfKey>();
	hasForgotten = false;
	/** What earlier polls were shown, and the newest of what they handed over or began behind. */
	seen = new Set<ServedEvent>();
	handedMs = -Infinity;
	/** The newest of it that no clock took for the future: how far the log was read goes by such events alone. */
	handedPastMs = -Infinity;
	/** Whether the last poll was still shown that. */
	reachedBack = false;
	/** The last delivery, which another process has to repeat. */
	doubt: { readonly alerts: readonly Alert[]; readonly processes: ReadonlySet<number> } | undefined;

	copy(): Beginning {
		return Object.assign(new Beginning(), this, {
			settled: new Set(this.settled),
			optional: new Set(this.optional),
			polls: [...this.polls],
			alerts: new Map(this.alerts),
			seen: new Set(this.seen),
		});
	}
}

/**
 * What the documentation promises of the trigger (docs/delivery.md, design.md 3), poll by poll: what has
 * to come with it, what may, and what may not.
 */
export class TriggerOracle {
	private begun = new Beginning();
	/** As of the last poll that n8n has saved the state of. */
	private saved = new Beginning();
	private quiet: Quiet | undefined;
	/** Gaps that may be told of with the next delivery, by their ends; it has to tell of one that is certain. */
	private gaps: Array<{ readonly toMs: number; readonly isCertain: boolean }> = [];

	/** Takes note of a poll that did not fail. @returns what is wrong with it; undefined for nothing */
	judge(given: PollFacts): string | undefined {
		const wrongGap = this.judgeGap(given);
		const items = given.items.map((item) => {
			const json = { ...item.json };
			Reflect.deleteProperty(json, 'gap');
			return { ...item, json };
		});
		const wrongBeat = wrongGap ?? this.judgeHeartbeat({ ...given, items });
		const delivered = items.filter(({ json }) => json.heartbeat !== true);
		const wrong = wrongBeat ?? this.judgeDelivery({ ...given, items: delivered });
		for (const event of shownAt(given.service, given.endedAtMs)) this.begun.seen.add(event);
		return wrong;
	}

	/** A log that no longer reaches back to where the trigger was is told of with the first delivery after it. */
	private judgeGap({
		service,
		parameters,
		startedAtMs,
		endedAtMs,
		hostOffsetMs,
		isListRefused,
		items,
	}: PollFacts): string | undefined {
		const [oldest] = shownAt(service, startedAtMs);
		const { source } = parameters;
		// A slow clock, where the service doesn't tell the time, has everything in the future.
		const isTimed = service.knobs.hasDate || hostOffsetMs >= 0;
		const lastPollMs = this.begun.polls.at(-1)?.atMs ?? Infinity;
		const told = items.flatMap(({ json }, index) =>
			'gap' in json ? [{ index, gap: dict(json.gap) }] : [],
		);
		const shown = shownAt(service, endedAtMs);
		const isSeen = shown.some((event) => this.begun.seen.has(event));
		if (!this.begins(parameters)) {
			// What appears while the poll goes on may be the oldest, too.
			for (const { createdAtMs: toMs } of shown) {
				if (toMs > (oldest?.createdAtMs ?? Infinity)) break;
				if (toMs <= this.begun.handedPastMs) continue;
				const isCertain =
					source !== 'list' &&
					!isListRefused &&
					isTimed &&
					!isSeen &&
					this.begun.handedPastMs > 0 &&
					toMs > this.begun.handedMs &&
					toMs > lastPollMs &&
					(this.begun.reachedBack || startedAtMs - lastPollMs > SURELY_KEPT_MS);
				this.gaps.push({ toMs, isCertain: isCertain && toMs === oldest?.createdAtMs });
			}
		} else this.gaps = [];
		if (items.length === 0) return undefined;
		const owed = this.gaps;
		this.gaps = [];
		const [first] = told;
		if (first === undefined) {
			const untold = owed.find(({ isCertain }) => isCertain);
			return untold && `says nothing of the gap before ${isoOrNull(untold.toMs)}`;
		}
		const { from, to } = first.gap;
		const isRight =
			told.length === 1 &&
			first.index === 0 &&
			owed.some(({ toMs }) => to === isoOrNull(toMs)) &&
			Date.parse(String(from)) < Date.parse(String(to));
		return isRight ? undefined : `tells of a gap from ${String(from)} to ${String(to)}`;
	}

	/** Where nothing was delivered for so many minutes there is a sign of life, to half a minute. */
	private judgeHeartbeat(facts: PollFacts): string | undefined {
		const { parameters, process, startedAtMs, items } = facts;
		const withinMs = Number(dict(parameters.options).heartbeatMinutes ?? 0) * MINUTE;
		const [beat] = items.filter(({ json }) => json.heartbeat === true);
		if (withinMs === 0) {
			this.quiet = undefined;
			return beat && 'a heartbeat that nobody wants';
		}
		const begun = { sinceMs: startedAtMs, toldMs: startedAtMs, polls: 0, mayBeginMs: [] };
		const isNew = this.quiet === undefined || this.begins(parameters);
		if (isNew || (items.length > 0 && beat === undefined)) {
			const before = this.quiet;
			this.quiet = isNew ? { ...begun, begunIn: process, before } : begun;
			return beat && 'a heartbeat at the beginning';
		}
		const quiet: Quiet = this.quiet ?? begun;
		const wrong = this.judgeQuiet(quiet, facts, withinMs, beat);
		if (wrong === undefined || quiet.before === undefined) return wrong;
		return this.judgeQuiet(quiet.before, facts, withinMs, beat) && wrong;
	}

	private judgeQuiet(
		quiet: Quiet,
		facts: PollFacts,
		withinMs: number,
		beat: PollFacts['items'][number] | undefined,
	): string | undefined {
		const { parameters, service, startedAtMs, endedAtMs, hostOffsetMs, isListRefused } = facts;
		const { process, items } = facts;
		const options = dict(parameters.options);
		const { sinceMs, toldMs, polls, begunIn = process } = quiet;
		const mayBeginMs = [...quiet.mayBeginMs, ...(begunIn === process ? [] : [startedAtMs])];
		const beginsMs = [sinceMs, ...mayBeginMs];
		this.quiet = {
			...{ sinceMs, polls: polls + 1, mayBeginMs },
			before: quiet.before && { ...quiet.before, polls: quiet.before.polls + 1 },
			toldMs: beat === undefined ? toldMs : startedAtMs,
			begunIn: quiet.begunIn === undefined ? undefined : process,
		};
		if (beat === undefined) {
			return startedAtMs - Math.max(toldMs, ...beginsMs) > withinMs ? 'no heartbeat' : undefined;
		}
		const { since, newestEvent, maxLateSeconds, suppressed, redelivered } = beat.json;
		const isNewest = (event: ServedEvent | undefined) =>
			JSON.stringify(newestEvent) ===
			JSON.stringify(event ? { id: event.id, createdAt: isoOrNull(event.createdAtMs) } : null);
		const newestMs = shownAt(service, endedAtMs).at(-1)?.createdAtMs;
		const shown = shownAt(service, endedAtMs).filter(({ createdAtMs }) => createdAtMs === newestMs);
		const offsetMs = service.knobs.hasDate ? 0 : hostOffsetMs;
		const checks: Readonly<Record<string, boolean>> = {
			items: items.length === 1,
			time: startedAtMs - toldMs > withinMs - MINUTE,
			since: beginsMs.some(
				(begunMs) => Math.abs(Date.parse(String(since)) - offsetMs - begunMs) < 10_000,
			),
			newestEvent: isListRefused
				? newestEvent === null
				: (shown.length > 0 ? shown : [undefined]).some(isNewest) || endedAtMs > startedAtMs,
			polls: Number(beat.json.polls) > 0 && Number(beat.json.polls) <= polls + 1,
			maxLateSeconds: Number.isInteger(maxLateSeconds) && Number(maxLateSeconds) >= 0,
			suppressed: suppressed === (minutesOf(parameters) > 0 ? 0 : undefined),
			redelivered: redelivered === (options.afterRestart === 'repeatLast' ? false : undefined),
		};
		const wrong = Object.entries(checks).find(([, isRight]) => !isRight)?.[0];
		return wrong && `of a heartbeat ${wrong} is wrong: ${JSON.stringify(beat.json)}`;
	}

	/** n8n has saved the state that the last poll left. */
	noteSaved(): void {
		this.saved = this.begun.copy();
	}

	/** n8n was killed: what counts is what it had saved, which may be that the trigger has not begun. */
	noteKilled(): void {
		this.begun = this.saved.copy();
	}

	/** Where n8n has kept nothing, as of a first activation that failed, a publication begins anew. */
	notePublished(): void {
		if (this.saved.start === undefined) this.begun = new Beginning();
	}

	private begins({ startFrom, startDate }: Parameters): boolean {
		const isNewStart = startFrom === 'date' && startDate !== this.begun.startDate;
		return this.begun.start === undefined || isNewStart;
	}

	private judgeDelivery(facts: PollFacts): string | undefined {
		const { service, startedAtMs, endedAtMs, parameters, items, timezone } = facts;
		const shownThen = service.all.filter(({ visibleAtMs }) => visibleAtMs <= startedAtMs);
		const shown = service.all.filter(({ visibleAtMs }) => visibleAtMs <= endedAtMs);
		const { startFrom, startDate } = parameters;
		if (this.begun.start === undefined || this.begins(parameters)) {
			this.begun = new Beginning();
			this.begun.start = startOf(facts);
			this.begun.startDate = startFrom === 'date' ? startDate : undefined;
			if (parameters.startFrom === 'now') {
				for (const event of shown) this.begun.optional.add(event);
				for (const event of shownThen) {
					this.begun.settled.add(event);
					if (event.createdAtMs <= startedAtMs) this.noteHanded(facts, event.createdAtMs);
				}
				this.notePoll(facts);
				return items.length > 0
					? `a trigger that begins now delivers ${items.length} items`
					: undefined;
			}
		}
		const isNew = (event: ServedEvent) =>
			!this.begun.settled.has(event) && passes(event, parameters, timezone);
		const { earliestMs } = this.begun.start;
		const fresh = shown.filter((event) => isNew(event) && event.createdAtMs >= earliestMs);
		const isFresh = new Set(fresh);
		const known = shown.filter(
			(event) => !isFresh.has(event) && passes(event, parameters, timezone),
		);
		const wrong = this.judgeItems(facts, fresh, known);
		// Also of what became visible while the poll went on: it may have been read.
		for (const event of shown) {
			if (!passes(event, parameters, timezone)) this.begun.optional.add(event);
		}
		this.notePoll(facts);
		return wrong;
	}

	/** What the log shows at a time, newest first, for a test run. */
	newest(service: Service, nowMs: number): readonly ServedEvent[] {
		return service.all
			.filter(({ visibleAtMs }) => visibleAtMs <= nowMs)
			.sort((one, other) => other.createdAtMs - one.createdAtMs);
	}

	private notePoll({ parameters, startedAtMs, service }: PollFacts): void {
		const isShown = ({ createdAtMs }: ServedEvent) => createdAtMs === this.begun.handedPastMs;
		// Of List it may be hidden by the filters.
		this.begun.reachedBack =
			parameters.source !== 'list' && shownAt(service, startedAtMs).some(isShown);
		this.begun.polls.push({ atMs: startedAtMs, windowMs: windowOf(parameters) });
	}

	/** Whether an event has to come with this poll, if it is new at all. */
	private hasToCome(event: ServedEvent, { parameters, startedAtMs }: PollFacts): boolean {
		const { createdAtMs, visibleAtMs } = event;
		if (visibleAtMs > startedAtMs || this.begun.optional.has(event)) return false;
		if (createdAtMs < (this.begun.start?.surelyMs ?? 0)) return false;
		// A wider window holds from now on: with a narrower one the place may be behind the event already.
		const windowMs = this.begun.polls
			.filter(({ atMs }) => atMs >= createdAtMs)
			.reduce((least, poll) => Math.min(least, poll.windowMs), windowOf(parameters));
		return visibleAtMs - createdAtMs <= windowMs;
	}

	private judgeItems(
		facts: PollFacts,
		fresh: readonly ServedEvent[],
		known: readonly ServedEvent[],
	): string | undefined {
		const { parameters, items } = facts;
		if (parameters.emit === 'burst') return this.judgeBursts(facts, fresh, known);
		let handed = items.map(({ json }) => json);
		if (parameters.emit === 'digest') {
			if (items.length > 1) return `${items.length} digests of one poll`;
			const [digest] = handed;
			const inside: unknown = digest?.events;
			handed = Array.isArray(inside) ? inside.map(dict) : [];
			if (digest !== undefined && handed.length === 0) return 'a digest of nothing';
		}
		const byId = new Map(facts.service.all.map((event) => [event.id, event]));
		const came = handed.map((json) => ({ json, event: byId.get(String(json.id)) }));
		const events: ServedEvent[] = [];
		for (const { json, event } of came) {
			if (event === undefined) return `something that is no event: ${JSON.stringify(json)}`;
			const wrong = judgeItem(facts, json, event);
			if (wrong !== undefined) return wrong;
			if (event.createdAtMs < (events.at(-1)?.createdAtMs ?? 0))
				return `${event.id} comes after younger ones`;
			events.push(event);
		}
		if (new Set(events).size < events.length) return 'an event twice in one poll';
		const wrongDigest =
			parameters.emit === 'digest' && items[0] !== undefined
				? judgeDigest(facts, items[0].json, events)
				: undefined;
		if (wrongDigest !== undefined) return wrongDigest;

		const repeated = this.takeRepeated(
			facts,
			came.map(({ json }) => json),
			(json) => byId.get(String(json.id)),
		);
		if (typeof repeated === 'string') return repeated;
		const isRepeated = new Set(repeated.flatMap((alert) => alert.events));
		const given = came.flatMap(({ json, event }) =>
			event === undefined || isRepeated.has(event) ? [] : [{ json, event }],
		);
		const toAlert = (event: ServedEvent): Alert => ({
			key: suppressionKey(event, facts),
			...{ atMs: event.createdAtMs, value: event.id, events: [event] },
		});
		const isFresh = new Set(fresh);
		const stranger = given.find(({ event }) => !isFresh.has(event));
		if (stranger !== undefined) return this.tellStranger(stranger.event, facts);
		const wrong =
			minutesOf(parameters) > 0
				? this.judgeSuppression(
						facts,
						fresh.map(toAlert),
						given.map(({ json, event }) => ({
							alert: toAlert(event),
							suppressed: json.suppressed,
						})),
					)
				: this.judgeComplete(
						facts,
						fresh,
						given.map(({ event }) => event),
						isRepeated.size,
					);
		this.noteDelivery(
			facts,
			repeated,
			given.map(({ event }) => toAlert(event)),
		);
		return wrong;
	}

	private tellStranger(event: ServedEvent, { parameters, timezone, endedAtMs }: PollFacts): string {
		if (event.visibleAtMs > endedAtMs) return `${event.id} comes before it is there`;
		if (!passes(event, parameters, timezone)) return `${event.id} does not pass`;
		if (this.begun.settled.has(event)) return `${event.id} comes twice, or was settled before`;
		return `${event.id} is of before the start`;
	}

	/** Without repeats held back: all that has to come, within Max Events per Poll, oldest first. */
	private judgeComplete(
		facts: PollFacts,
		fresh: readonly ServedEvent[],
		given: readonly ServedEvent[],
		repeated: number,
	): string | undefined {
		this.begun.alerts = new Map();
		for (const event of given) this.begun.settled.add(event);
		const maxEvents = Number(dict(facts.parameters.options).maxEventsPerPoll ?? 5000);
		const count = given.length + repeated;
		if (count > maxEvents) return `${count} events, where at most ${maxEvents} are wanted`;
		const isGiven = new Set(given);
		const missing = fresh.filter((event) => !isGiven.has(event) && this.hasToCome(event, facts));
		const newestMs = given.at(-1)?.createdAtMs ?? Infinity;
		const isFull = count === maxEvents;
		const blind = isFull ? missing.filter(({ createdAtMs }) => createdAtMs < newestMs) : missing;
		if (blind.length === 0 || isOutOfTime(facts)) return undefined;
		return `${blind
			.map(({ id }) => id)
			.slice(0, 5)
			.join(', ')} on time and not delivered (${blind.length} of ${fresh.length})`;
	}

	/** What repeats an alert within so many minutes is held back; the next one given says how many. */
	private judgeSuppression(
		{ parameters, service, warnings, startedAtMs, endedAtMs }: PollFacts,
		alerts: readonly Alert[],
		given: ReadonlyArray<{ readonly alert: Alert; readonly suppressed: unknown }>,
	): string | undefined {
		const withinMs = minutesOf(parameters) * MINUTE;
		for (const { events } of alerts) for (const event of events) this.begun.settled.add(event);
		const expected: string[] = [];
		const tell = ({ key, atMs }: Alert, suppressed: unknown) =>
			`${isoOrNull(atMs)} ${key} suppressed ${Number(suppressed ?? 0)}`;
		const actual = given.map(({ alert, suppressed }) => tell(alert, suppressed));
		const isGiven = new Set(given.map(({ alert }) => `${alert.atMs} ${alert.key}`));
		for (const alert of alerts) {
			const { key, atMs } = alert;
			const { givenMs, heldBack } = this.begun.alerts.get(key) ?? { givenMs: [], heldBack: 0 };
			const isNear = givenMs.some((ms) => Math.abs(ms - atMs) < withinMs);
			// What was forgotten holds nothing back: one alert too many, which a warning has told.
			const wasGiven = isGiven.delete(`${atMs} ${key}`);
			if (isNear && !(this.begun.hasForgotten && wasGiven)) {
				this.begun.alerts.set(key, { givenMs, heldBack: heldBack + 1 });
				continue;
			}
			expected.push(tell(alert, heldBack));
			this.begun.alerts.set(key, { givenMs: [...givenMs, atMs], heldBack: 0 });
		}
		// The floor follows the log, which may have been quiet until then.
		const newestMs = shownAt(service, endedAtMs).at(-1)?.createdAtMs ?? startedAtMs;
		const reachMs = Math.min(newestMs, startedAtMs) - withinMs - 61 * MINUTE;
		const wrong = this.judgeForgetting(warnings, reachMs);
		if (wrong !== undefined) return wrong;
		if (this.begun.hasForgotten) return undefined;
		return firstOfEither(actual.sort(), expected.sort());
	}

	/** Some five hundred alerts are remembered for certain, with how many were held back. */
	private judgeForgetting(warnings: readonly string[], reachMs: number): string | undefined {
		if (
			!warnings.some((warning) => warning.startsWith('Suppress Repeats has more distinct alerts'))
		)
			return undefined;
		this.begun.hasForgotten = true;
		const known = [...this.begun.alerts.values()].filter(
			({ givenMs, heldBack }) => heldBack > 0 || givenMs.some((ms) => ms > reachMs),
		);
		if (known.length > ALERTS_FOR_CERTAIN) return undefined;
		return `forgets although there are only ${known.length} to remember`;
	}

	/** A burst begins where the events of a group reach the count, and goes on while they still do. */
	private judgeBursts(
		facts: PollFacts,
		fresh: readonly ServedEvent[],
		known: readonly ServedEvent[],
	): string | undefined {
		const { parameters, items } = facts;
		for (const event of fresh) this.begun.settled.add(event);
		const bursts = burstsOf(facts, fresh, known);
		const toGroup = new Map(
			facts.service.all.flatMap((event) => {
				const group = groupOf(event, facts);
				return group === undefined ? [] : [[JSON.stringify(group.value), group.key] as const];
			}),
		);
		const came = items.map(({ json }) => ({
			json,
			alert: {
				key: `burst ${toGroup.get(JSON.stringify(json.value))}`,
				atMs: Date.parse(String(json.to)),
				value: json.value,
				events: eventsOf(json, facts),
			},
		}));
		for (const { json, alert } of came) {
			const wrong = judgeBurst(facts, json, alert);
			if (wrong !== undefined) return wrong;
		}
		const inOrder = came.every(
			({ alert }, index) => alert.atMs >= (came[index - 1]?.alert.atMs ?? 0),
		);
		if (!inOrder) return 'bursts are not in their order';
		const repeated = this.takeRepeated(
			facts,
			came.map(({ json }) => json),
			(json) => came.find((one) => one.json === json)?.alert,
		);
		if (typeof repeated === 'string') return repeated;
		const given = came
			.filter(({ json }) => json.redelivered !== true)
			.map(({ json, alert }) => ({ alert, suppressed: json.suppressed }));
		let wrong: string | undefined;
		if (minutesOf(parameters) > 0) wrong = this.judgeSuppression(facts, bursts, given);
		else {
			this.begun.alerts = new Map();
			const tell = ({ key, atMs }: Alert) => `${key} at ${isoOrNull(atMs)}`;
			wrong = firstOfEither(given.map(({ alert }) => tell(alert)).sort(), bursts.map(tell).sort());
		}
		this.noteDelivery(
			facts,
			repeated,
			given.map(({ alert }) => alert),
		);
		return wrong;
	}

	/** What of the items is the last delivery, once more; or what is wrong with that. */
	private takeRepeated(
		{ parameters, process, savesWithExecution }: PollFacts,
		handed: ReadonlyArray<Readonly<Record<string, unknown>>>,
		identify: (json: Readonly<Record<string, unknown>>) => ServedEvent | Alert | undefined,
	): readonly Alert[] | string {
		const wanted = dict(parameters.options).afterRestart === 'repeatLast';
		const isSuppressing = minutesOf(parameters) > 0;
		const uncounted = handed.find(
			({ suppressed }) => (typeof suppressed === 'number' && suppressed >= 0) !== isSuppressing,
		);
		if (uncounted !== undefined) return `says suppressed ${JSON.stringify(uncounted.suppressed)}`;
		const untold = handed.find((json) => 'redelivered' in json !== wanted);
		if (untold !== undefined) return `says redelivered ${JSON.stringify(untold.redelivered)}`;
		const claimed = handed.filter((json) => json.redelivered === true);
		const isOwed =
			wanted && !savesWithExecution && this.begun.doubt?.processes.has(process) === false;
		const owed = isOwed ? (this.begun.doubt?.alerts ?? []) : [];
		const valueOf = (one: ServedEvent | Alert | undefined) =>
			one === undefined ? 'nothing' : JSON.stringify('value' in one ? one.value : one.id);
		const wrong = firstOfEither(
			claimed.map((json) => valueOf(identify(json))).sort(),
			owed.map(valueOf).sort(),
		);
		return wrong === undefined ? owed : `of what is to be repeated: ${wrong}`;
	}

	private noteHanded({ startedAtMs, hostOffsetMs, service }: PollFacts, atMs: number): void {
		// A Date header tells whole seconds: what is younger may be taken for the future.
		const presentMs = startedAtMs + (service.knobs.hasDate ? 0 : Math.min(0, hostOffsetMs));
		this.begun.handedMs = Math.max(this.begun.handedMs, atMs);
		if (atMs > presentMs - SECOND) return;
		this.begun.handedPastMs = Math.max(this.begun.handedPastMs, atMs);
	}

	private noteDelivery(
		facts: PollFacts,
		repeated: readonly Alert[],
		given: readonly Alert[],
	): void {
		const { process, savesWithExecution } = facts;
		for (const { atMs } of given) this.noteHanded(facts, atMs);
		if (savesWithExecution) return;
		const { processes = new Set<number>() } = this.begun.doubt ?? {};
		// What is repeated stays in doubt, with what is new, until its process has delivered something else.
		if (repeated.length > 0) {
			const isAdded = given.length > 0;
			this.begun.doubt = {
				alerts: [...repeated, ...given],
				processes: isAdded ? new Set([process]) : new Set([...processes, process]),
			};
		} else if (given.length > 0)
			this.begun.doubt = { alerts: given, processes: new Set([process]) };
	}
}

function shownAt({ all }: Service, timeMs: number): readonly ServedEvent[] {
	return all.filter(({ visibleAtMs }) => visibleAtMs <= timeMs);
}

function windowOf({ options }: Parameters): number {
	return Number(dict(options).lateEventWindow ?? 5) * MINUTE;
}

const minutesOf = ({ suppressRepeats }: Parameters) => Number(suppressRepeats ?? 0);

/** Where the trigger begins: surely from the one time on, and from the other at the earliest. */
function startOf({
	parameters,
	timezone,
	service,
	startedAtMs,
	endedAtMs,
	hostOffsetMs,
}: PollFacts) {
	const { startFrom, startDate, lastAmount, lastUnit } = parameters;
	if (startFrom === 'date') {
		const startMs = Number(toNs(startDate, timezone) / 1_000_000n);
		return { surelyMs: startMs, earliestMs: startMs };
	}
	if (startFrom !== 'last') return { surelyMs: -Infinity, earliestMs: -Infinity };
	// By the service's clock, which tells the second; without one by the host's.
	const { hasDate } = service.knobs;
	const told = (ms: number) => (hasDate ? Math.floor(ms / 1000) * 1000 : ms + hostOffsetMs);
	const before = (ms: number) =>
		DateTime.fromMillis(ms)
			.setZone(timezone)
			.minus({ [String(lastUnit)]: Number(lastAmount) })
			.toMillis();
	// What was told may have been told at the end of the poll, and is taken for older by as much.
	const tookMs = endedAtMs - startedAtMs;
	return { surelyMs: before(told(endedAtMs)), earliestMs: before(told(startedAtMs) - tookMs) };
}

/** What the trigger says of an item beside its columns. */
const ADDED = ['suppressed', 'redelivered'];

function judgeItem(
	{ parameters, service, keyOf }: PollFacts,
	json: Readonly<Record<string, unknown>>,
	event: ServedEvent,
): string | undefined {
	const columns = columnsOf(parameters, SIMPLIFIED_COLUMNS);
	const fields = service.fieldsOf(event, parameters.source !== 'list');
	const expected = JSON.stringify(
		columns === undefined
			? asItem(fields)
			: Object.fromEntries(columns.map((name) => [name, column(name, event, fields, keyOf)])),
	);
	const own = Object.fromEntries(Object.entries(json).filter(([name]) => !ADDED.includes(name)));
	return JSON.stringify(own) === expected
		? undefined
		: `${event.id} is ${JSON.stringify(own)} instead of ${expected}`;
}

/** A line that a person reads in passing, with these in it. */
function isSentence(told: unknown, held: readonly unknown[]): boolean {
	if (typeof told !== 'string' || told.length > 700 || /[\r\n<>]/.test(told)) return false;
	return held.every((one) =>
		told.includes(typeof one === 'number' ? one.toLocaleString('en-US') : String(one)),
	);
}

function countBy(names: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/** A severity means the same in any letter case. */
function severityOf(value: unknown): string {
	const name = nameOf(value);
	return SEVERITIES.includes(name.toUpperCase()) ? name.toUpperCase() : name;
}

const nameOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : 'unknown');

function judgeDigest(
	{ parameters, service, startedAtMs, endedAtMs, hostOffsetMs }: PollFacts,
	digest: Readonly<Record<string, unknown>>,
	events: readonly ServedEvent[],
): string | undefined {
	const severities = countBy(events.map(({ fields }) => severityOf(fields.severity)));
	const bySeverity = dict(digest.bySeverity);
	const types = countBy(events.map(({ fields }) => nameOf(fields.type)));
	const emails = events.map(({ fields }) => at(fields, 'user_principal', 'user', 'email'));
	const users = countBy(
		emails.filter((email) => typeof email === 'string' && email !== '').map(String),
	);
	const named: unknown = digest.topUsers;
	const top = Array.isArray(named) ? named.map(dict) : [];
	const most = [...users.values()].sort((one, other) => other - one).slice(0, TOP_USERS);
	const offsetMs = service.knobs.hasDate ? 0 : hostOffsetMs;
	const polledAtMs = Date.parse(String(digest.polledAt)) - offsetMs;
	const ageMs = polledAtMs + offsetMs - Date.parse(String(digest.newestEventAt));
	const inside = Array.isArray(digest.events) ? digest.events.map(dict) : [];
	const suppressed = inside.reduce((sum, one) => sum + Number(one.suppressed), 0);
	const checks: Readonly<Record<string, boolean>> = {
		summary: isSentence(digest.summary, [events.length]),
		suppressed: digest.suppressed === (minutesOf(parameters) > 0 ? suppressed : undefined),
		count: digest.count === events.length,
		from: digest.from === isoOrNull(events[0]?.createdAtMs ?? NaN),
		to: digest.to === isoOrNull(events.at(-1)?.createdAtMs ?? NaN),
		bySeverity:
			[...severities].every(([name, count]) => bySeverity[name] === count) &&
			Object.entries(bySeverity).every(([name, count]) => (severities.get(name) ?? 0) === count),
		byType:
			JSON.stringify(Object.entries(dict(digest.byType)).sort()) ===
			JSON.stringify([...types].sort()),
		topUsers:
			JSON.stringify(top.map(({ count }) => count)) === JSON.stringify(most) &&
			top.every(({ userEmail, count }) => users.get(String(userEmail)) === count),
		polledAt: polledAtMs >= startedAtMs - 2000 && polledAtMs <= endedAtMs + 2000,
		newestEventAgeSeconds: Math.abs(Number(digest.newestEventAgeSeconds) * 1000 - ageMs) <= 1000,
		late: typeof digest.late === 'number' && digest.late >= 0 && digest.late <= events.length,
		backlog: ['none', 'maxEvents', 'time'].includes(String(digest.backlog)),
	};
	const wrong = Object.entries(checks).find(([, isRight]) => !isRight)?.[0];
	return wrong === undefined
		? undefined
		: `the digest's ${wrong} is ${JSON.stringify(digest[wrong])}`;
}

/** An event without an id goes by the next of its names. */
function firstName(fields: Fields, names: readonly string[], ...path: string[]): unknown[] | null {
	const named = names.map((name) => [name, at(fields, ...path, name)]);
	return named.find(([, value]) => value !== undefined && value !== null && value !== '') ?? null;
}

/** Who it was (docs/events.md), and by which name. */
function whoNamed(fields: Fields): unknown[] | null {
	const address = addressOf(fields);
	return (
		firstName(fields, ['email'], 'user_principal', 'user') ??
		firstName(fields, ['friendly_name', 'serial_number'], 'user_principal', 'device') ??
		(address === null ? null : ['address', address])
	);
}

/** What holds back others of its kind; an event that lacks it goes by what happened. */
function suppressionKey(event: ServedEvent, { parameters, keyOf }: PollFacts): string {
	const { fields } = event;
	const user = firstName(fields, ['email'], 'user_principal', 'user');
	const device = firstName(
		fields,
		['id', 'serial_number', 'friendly_name'],
		...['user_principal', 'device'],
	);
	const name = serviceNameOf(fields);
	const service = firstName(fields, ['id'], 'service') ?? (name === null ? null : ['name', name]);
	const address = addressOf(fields);
	const parts: Readonly<Record<string, readonly unknown[]>> = {
		who: [whoNamed(fields)],
		user: [user],
		device: [device],
		userAndService: [user, service],
		address: [address],
	};
	const wanted = parts[String(parameters.suppressPer)] ?? [null];
	return wanted.includes(null) ? keyOf(event) : JSON.stringify(wanted);
}

/** For whom an event counts; undefined for nobody. */
function groupOf(
	event: ServedEvent,
	{ parameters, keyOf }: PollFacts,
): { readonly key: string; readonly value: unknown } | undefined {
	const { fields } = event;
	const per = parameters.burstPer;
	if (per === 'all') return { key: 'all', value: null };
	const filled = (value: unknown) => (value === undefined || value === '' ? null : value);
	if (per === 'user') {
		const value = filled(at(fields, 'user_principal', 'user', 'email'));
		return value === null ? undefined : { key: JSON.stringify(value), value };
	}
	if (per === 'who') {
		const who = whoNamed(fields);
		return who === null ? undefined : { key: JSON.stringify(who), value: who[1] };
	}
	if (per === 'happening') {
		const value = keyOf(event);
		return { key: value, value };
	}
	for (const name of ['id', 'serial_number', 'friendly_name']) {
		const value = filled(at(fields, 'user_principal', 'device', name));
		if (value !== null) return { key: JSON.stringify([name, value]), value };
	}
	return undefined;
}

/** The bursts that new events make, beside what is known. */
function burstsOf(
	facts: PollFacts,
	fresh: readonly ServedEvent[],
	known: readonly ServedEvent[],
): Alert[] {
	const { burstCount, burstMinutes } = facts.parameters;
	const [count, withinMs] = [Number(burstCount), Number(burstMinutes) * MINUTE];
	const isFresh = new Set(fresh);
	const groups = new Map<string, { value: unknown; events: ServedEvent[] }>();
	for (const event of [...known, ...fresh]) {
		const group = groupOf(event, facts);
		if (group === undefined) continue;
		const members = groups.get(group.key) ?? { value: group.value, events: [] };
		groups.set(group.key, members);
		members.events.push(event);
	}
	const isReached = (events: readonly ServedEvent[], index: number) => {
		const [first, last] = [events[index - count + 1], events[index]];
		return (
			first !== undefined && last !== undefined && first.createdAtMs > last.createdAtMs - withinMs
		);
	};
	const bursts: Alert[] = [];
	for (const [key, { value, events }] of groups) {
		events.sort((one, other) => one.createdAtMs - other.createdAtMs);
		const old = events.filter((event) => !isFresh.has(event));
		const wasReached = new Set(old.filter((_, index) => isReached(old, index)));
		for (let index = 0; index < events.length; index++) {
			if (!isReached(events, index)) continue;
			const begin = index;
			while (index + 1 < events.length && isReached(events, index + 1)) index += 1;
			const stretch = events.slice(begin, index + 1);
			if (stretch.some((event) => wasReached.has(event))) continue;
			const members = events.slice(begin - count + 1, begin + 1);
			const atMs = events[begin]?.createdAtMs ?? NaN;
			bursts.push({ key: `burst ${key}`, atMs, value, events: members });
		}
	}
	return bursts.sort((one, other) => one.atMs - other.atMs);
}

function eventsOf(
	{ events }: Readonly<Record<string, unknown>>,
	{ service }: PollFacts,
): ServedEvent[] {
	const ids = new Set(Array.isArray(events) ? events.map((one) => dict(one).id) : []);
	return service.all.filter(({ id }) => ids.has(id));
}

function judgeBurst(
	facts: PollFacts,
	json: Readonly<Record<string, unknown>>,
	{ events, key, atMs }: Alert,
): string | undefined {
	const { burstPer, burstCount, burstMinutes } = facts.parameters;
	const inside = Array.isArray(json.events) ? json.events.map(dict) : [];
	const fromMs = events[0]?.createdAtMs ?? NaN;
	const isOfGroup = (event: ServedEvent) => `burst ${groupOf(event, facts)?.key}` === key;
	const value = burstPer === 'user' || burstPer === 'device' ? [json.value] : [];
	const checks: Readonly<Record<string, boolean>> = {
		summary: isSentence(json.summary, [Number(burstCount), ...value]),
		per: json.per === burstPer,
		count: json.count === Number(burstCount) && inside.length === json.count,
		from: json.from === isoOrNull(fromMs) && fromMs > atMs - Number(burstMinutes) * MINUTE,
		to: json.to === isoOrNull(events.at(-1)?.createdAtMs ?? NaN),
		events: events.length === inside.length && events.every(isOfGroup),
	};
	const wrong = Object.entries(checks).find(([, isRight]) => !isRight)?.[0];
	if (wrong !== undefined) return `a burst's ${wrong} is ${JSON.stringify(json[wrong])}`;
	for (const [index, one] of inside.entries()) {
		const event = events.find(({ id }) => id === one.id);
		if (event === undefined) return `a burst holds ${JSON.stringify(inside[index])}`;
		const wrongItem = judgeItem(facts, one, event);
		if (wrongItem !== undefined) return wrongItem;
	}
	return undefined;
}

/** The first that only one of two sorted lists has. */
function firstOfEither(actual: readonly string[], expected: readonly string[]): string | undefined {
	for (let index = 0; index < Math.max(actual.length, expected.length); index++) {
		const [came, wanted] = [actual[index], expected[index]];
		if (came === wanted) continue;
		return `${came ?? 'nothing'} instead of ${wanted ?? 'nothing'} (${actual.length} of ${expected.length})`;
	}
	return undefined;
}

/** Whether a poll may have left some of the window to the next one. */
function isOutOfTime({ startedAtMs, endedAtMs, budgetMs }: PollFacts): boolean {
	return endedAtMs - startedAtMs > budgetMs / 8;
}
