import { DateTime } from 'luxon';
import {
	type Alert,
	type Watched,
	MINUTE,
	alertOf,
	burstsOf,
	identifyAll,
	parseBurst,
	suppressedMinutes,
} from './alertOracle';
import { type Dict, dict, toIso, without } from './documentedFields';
import { passes, toNs } from './documentedFilters';
import type { Item } from './n8n';
import { type ServedEvent, textOf } from './servedEvent';
import type { Service } from './service';

/** One poll that did not fail, as far as somebody outside sees it. */
export interface PollFacts extends Watched {
	/** By the service's clock. */
	readonly startedAtMs: number;
	readonly endedAtMs: number;
	readonly hostOffsetMs: number;
	/** The service was in trouble, or time ran out: part of it may be left to the next poll. */
	readonly isHindered: boolean;
	/** The service may have come to cut its pages shorter, which looks like their end for a poll. */
	readonly isCut: boolean;
	/** The log's own beginning could not be asked for. */
	readonly isListRefused: boolean;
	/** The process of n8n that made it. */
	readonly process: number;
	/** n8n writes the state together with the execution. */
	readonly savesWithExecution: boolean;
	readonly items: readonly Item[];
	readonly warnings: readonly string[];
}

/** No log keeps its events for less: a trigger that has just read all of it has missed nothing. */
const SURELY_KEPT_MS = 120 * MINUTE;

interface AlertsOfKey {
	readonly givenMs: readonly number[];
	readonly heldBack: number;
}

/** All that is known since the trigger began; a start date that has been changed makes it begin anew. */
class Beginning {
	/** Delivered, held back, or there before the trigger began. */
	settled = new Set<ServedEvent>();
	/** Events that may come or not: they appeared while the trigger began, or former filters dropped them. */
	optional = new Set<ServedEvent>();
	polls: Array<{ readonly atMs: number; readonly windowMs: number }> = [];
	start: { readonly surelyMs: number; readonly earliestMs: number } | undefined;
	startDate: unknown;
	alerts = new Map<string, AlertsOfKey>();
	/** The newest event that was handed over or begun behind, and the newest that was read. */
	handedMs = -Infinity;
	readMs = -Infinity;
	/** The last delivery, which another process has to repeat. */
	doubt: { readonly alerts: readonly Alert[]; readonly processes: ReadonlySet<number> } | undefined;

	copy(): Beginning {
		return Object.assign(new Beginning(), this, {
			settled: new Set(this.settled),
			optional: new Set(this.optional),
			polls: [...this.polls],
			alerts: new Map(this.alerts),
		});
	}
}

/** The guarantees of the trigger (design.md, section 3), poll by poll: events that have to come, may, or may not. */
export class TriggerOracle {
	private begun = new Beginning();
	/** As of each poll whose state n8n has saved. */
	private readonly saved = [new Beginning()];
	private lastSignMs: number | undefined;
	/** The first poll that tried to begin: a later one may go on from there. */
	private firstTriedMs: number | undefined;
	/** Ends of gaps that the next delivery may tell of, and whether it has to. */
	private gaps: Array<{ readonly toMs: number; readonly isCertain: boolean }> = [];

	noteFailed(startedAtMs: number): void {
		if (this.begun.start === undefined) this.firstTriedMs ??= startedAtMs;
	}

	/** n8n has saved the state that the last poll left. */
	noteSaved(): void {
		this.saved.push(this.begun.copy());
	}

	/** n8n was killed: the state is one of those that it had saved, of which the first is that the trigger has not begun. */
	noteKilled(states: number): void {
		this.saved.length = states;
		this.begun = this.lastSaved.copy();
		if (this.begun.start === undefined) this.firstTriedMs = undefined;
		this.lastSignMs = undefined;
	}

	/**
	 * Where n8n has kept nothing, as of a first activation that failed, a publication begins anew, unless a poll beside it
	 * delivers: that one goes on from what its process began before.
	 */
	notePublished(isOvertaken: boolean): void {
		if (this.lastSaved.start === undefined && !isOvertaken) this.begun = new Beginning();
		this.lastSignMs = undefined;
	}

	private get lastSaved(): Beginning {
		return this.saved.at(-1) ?? new Beginning();
	}

	/** @returns the fault of a poll; undefined for none */
	judge(facts: PollFacts): string | undefined {
		const items = facts.items.map(({ json }) => ({ json: without('gap', json) }));
		const delivered = items.filter(({ json }) => json.heartbeat !== true);
		const hasBeat = delivered.length < items.length;
		const isNew = this.beginsWith(facts.parameters);
		return (
			this.judgeGap(facts) ??
			this.judgeHeartbeat(facts, hasBeat, delivered.length > 0 || isNew) ??
			this.judgeDelivery({ ...facts, items: delivered })
		);
	}

	/** Events that have to come with a poll made now, and have not. */
	owed(facts: Omit<PollFacts, 'items' | 'warnings'>): readonly ServedEvent[] {
		return this.newEvents(facts).filter((event) => this.hasToCome(event, facts));
	}

	private beginsWith({ startFrom, startDate }: Dict): boolean {
		const isNewStart = startFrom === 'date' && startDate !== this.begun.startDate;
		return this.begun.start === undefined || isNewStart;
	}

	/** The first delivery after the log's oldest event was newer than all that was read tells of a gap. */
	private judgeGap(facts: PollFacts): string | undefined {
		const { service, parameters, startedAtMs, endedAtMs, items, isListRefused } = facts;
		if (this.beginsWith(parameters)) this.gaps = [];
		else {
			const [oldest] = eventsShown(service, startedAtMs);
			const lastPollMs = this.begun.polls.at(-1)?.atMs ?? -Infinity;
			const readToMs = Math.max(this.begun.readMs, lastPollMs);
			const isLong = startedAtMs - readToMs >= SURELY_KEPT_MS;
			const isBehind = isLong && (oldest?.createdAtMs ?? -Infinity) > readToMs;
			const isAsked = !isListRefused && parameters.source !== 'list';
			// A trigger that began on a log without a past knows of nothing that it could have lost.
			const isKnown = this.begun.handedMs > -Infinity && endedAtMs === startedAtMs;
			const isDue = (oldest?.createdAtMs ?? Infinity) <= clockMs(facts, startedAtMs);
			const isCertain = isAsked && isKnown && isBehind && isDue;
			if (oldest !== undefined && isCertain)
				this.gaps.push({ toMs: oldest.createdAtMs, isCertain });
			// The log may lose more of its oldest while the poll goes on, and show others.
			for (const { createdAtMs: toMs } of eventsShown(service, startedAtMs, endedAtMs)) {
				if (toMs > this.begun.handedMs) this.gaps.push({ toMs, isCertain: false });
			}
		}
		const told = items.filter(({ json }) => 'gap' in json);
		if (items.length === 0) return undefined;
		const { gaps } = this;
		this.gaps = [];
		if (told.length === 0) {
			const untold = gaps.find(({ isCertain }) => isCertain);
			return untold && `says nothing of the gap before ${toIso(untold.toMs)}`;
		}
		const { from, to } = dict(items[0]?.json.gap);
		const isKnown = gaps.some(({ toMs }) => to === toIso(toMs));
		const isRight = told.length === 1 && isKnown && textOf(from) < textOf(to);
		return isRight ? undefined : `tells of a gap from ${textOf(from)} to ${textOf(to)}`;
	}

	/** Where nothing was delivered for so many minutes there is a sign of life, to a minute. */
	private judgeHeartbeat(
		{ parameters, startedAtMs }: PollFacts,
		hasBeat: boolean,
		isSign: boolean,
	): string | undefined {
		const withinMs = Number(dict(parameters.options).heartbeatMinutes ?? 0) * MINUTE;
		const quietMs = startedAtMs - (this.lastSignMs ?? startedAtMs);
		if (isSign || hasBeat) this.lastSignMs = startedAtMs;
		if (hasBeat && isSign) return 'a heartbeat beside a delivery';
		if (hasBeat && withinMs === 0) return 'a heartbeat that nobody wants';
		if (this.lastSignMs === undefined || (quietMs === 0 && !hasBeat)) return undefined;
		if (hasBeat && quietMs > 0 && quietMs <= withinMs - MINUTE) return 'a heartbeat too early';
		const isLate = withinMs > 0 && !hasBeat && !isSign && quietMs > withinMs + MINUTE;
		return isLate ? 'no heartbeat' : undefined;
	}

	private judgeDelivery(facts: PollFacts): string | undefined {
		const { service, startedAtMs, endedAtMs, parameters, items, timezone } = facts;
		const shown = eventsShown(service, startedAtMs, endedAtMs);
		if (this.beginsWith(parameters)) {
			this.begun = new Beginning();
			this.begun.start = startOf(facts, this.firstTriedMs);
			this.begun.startDate = parameters.startFrom === 'date' ? parameters.startDate : undefined;
			if (parameters.startFrom === 'now') return this.beginNow(facts, shown);
		}
		const fresh = this.newEvents(facts);
		const isFresh = new Set(fresh);
		const dueMs = clockMs(facts, endedAtMs);
		const known = shown.filter(
			(event) =>
				!isFresh.has(event) && event.createdAtMs <= dueMs && passes(event, parameters, timezone),
		);
		const wrong =
			parameters.emit === 'burst'
				? this.judgeBursts(facts, fresh, known)
				: this.judgeEvents(facts, fresh);
		for (const event of shown)
			if (!passes(event, parameters, timezone)) this.begun.optional.add(event);
		this.notePoll(facts, items.length > 0);
		this.begun.polls.push({ atMs: startedAtMs, windowMs: windowOf(parameters) });
		return wrong;
	}

	/** Whatever is visible then is known, whatever its date. */
	private beginNow(facts: PollFacts, shown: readonly ServedEvent[]): string | undefined {
		const { service, startedAtMs, parameters, items } = facts;
		for (const event of shown) this.begun.optional.add(event);
		for (const event of service.all)
			if (event.visibleAtMs <= startedAtMs) this.begun.settled.add(event);
		this.notePoll(facts, true);
		this.begun.polls.push({ atMs: startedAtMs, windowMs: windowOf(parameters) });
		return items.length > 0 ? `a trigger that begins now delivers ${items.length}` : undefined;
	}

	private notePoll(facts: PollFacts, isHanded: boolean): void {
		const { service, startedAtMs, endedAtMs, isHindered } = facts;
		const presentMs = clockMs(facts, startedAtMs);
		for (const event of eventsShown(service, startedAtMs)) {
			if (event.createdAtMs > presentMs) continue;
			const isSettled = this.begun.settled.has(event);
			if (isHanded && isSettled)
				this.begun.handedMs = Math.max(this.begun.handedMs, event.createdAtMs);
		}
		for (const event of eventsShown(service, isHindered ? -Infinity : endedAtMs))
			this.begun.readMs = Math.max(this.begun.readMs, event.createdAtMs);
	}

	/** Events that pass, and that no poll has settled. */
	private newEvents(facts: Omit<PollFacts, 'items' | 'warnings'>): readonly ServedEvent[] {
		const { service, startedAtMs, endedAtMs, parameters, timezone } = facts;
		const { earliestMs } = this.begun.start ?? { earliestMs: Infinity };
		const mostMs = clockMs(facts, endedAtMs);
		return eventsShown(service, startedAtMs, endedAtMs).filter(
			(event) =>
				!this.begun.settled.has(event) &&
				event.createdAtMs >= earliestMs &&
				event.createdAtMs <= mostMs &&
				passes(event, parameters, timezone),
		);
	}

	/** An event that is on time, visible, and due when the poll is made comes with it. */
	private hasToCome(event: ServedEvent, facts: Omit<PollFacts, 'items' | 'warnings'>): boolean {
		const { parameters, startedAtMs } = facts;
		const { createdAtMs, visibleAtMs } = event;
		const isDropped = createdAtMs < facts.endedAtMs - facts.service.knobs.keptMs;
		const mayCome = visibleAtMs > startedAtMs || isDropped || this.begun.optional.has(event);
		if (mayCome) return false;
		if (createdAtMs < (this.begun.start?.surelyMs ?? 0)) return false;
		const isDue = createdAtMs <= clockMs(facts, startedAtMs, Math.floor);
		if (!isDue) return false;
		// A wider window holds from now on: with a narrower one the place may be behind the event already.
		const windowMs = this.begun.polls
			.filter(({ atMs }) => atMs >= createdAtMs)
			.reduce((least, poll) => Math.min(least, poll.windowMs), windowOf(parameters));
		return visibleAtMs - createdAtMs <= windowMs;
	}

	private judgeEvents(facts: PollFacts, fresh: readonly ServedEvent[]): string | undefined {
		const { parameters, items } = facts;
		const inside = this.openDigest(facts);
		if (typeof inside === 'string') return inside;
		const isFresh = new Set(fresh);
		const came = identifyAll(
			facts,
			inside,
			(event, { redelivered }) => isFresh.has(event) !== (redelivered === true),
		);
		if (typeof came === 'string') return came;
		const unsorted = came.find(
			({ createdAtMs }, index) => createdAtMs < (came[index - 1]?.createdAtMs ?? 0),
		);
		if (unsorted !== undefined) return `${unsorted.id} comes after younger ones`;
		const claimed = came.filter((_, index) => inside[index]?.redelivered === true);
		const wrongRepeat = this.judgeRepeated(
			facts,
			inside,
			claimed.map((event) => alertOf(event, facts)),
		);
		if (wrongRepeat !== undefined) return wrongRepeat;
		const given = came.filter((_, index) => inside[index]?.redelivered !== true);
		const stranger = given.find((event) => !isFresh.has(event));
		if (stranger !== undefined) return this.tellStranger(stranger, facts);
		const alerts = given.map((event) => alertOf(event, facts));
		const counts = inside.filter(({ redelivered }) => redelivered !== true);
		const wrong =
			suppressedMinutes(parameters) > 0
				? this.judgeSuppression(
						facts,
						fresh.map((event) => alertOf(event, facts)),
						alerts.map((alert, index) => ({ alert, suppressed: counts[index]?.suppressed })),
					)
				: this.judgeComplete(facts, fresh, given, inside.length);
		this.noteDelivery(
			facts,
			items.length > 0 ? [...claimed.map((event) => alertOf(event, facts)), ...alerts] : [],
		);
		return wrong;
	}

	/** The items of events, or a fault. */
	private openDigest({ parameters, items }: PollFacts): readonly Dict[] | string {
		const handed = items.map(({ json }) => json);
		if (parameters.emit !== 'digest' || handed.length === 0) return handed;
		const [digest = {}] = handed;
		const inside = Array.isArray(digest.events) ? digest.events.map(dict) : [];
		const isRight =
			handed.length === 1 &&
			inside.length > 0 &&
			digest.count === inside.length &&
			textOf(digest.summary).includes(inside.length.toLocaleString('en-US'));
		return isRight
			? inside
			: `a digest says ${JSON.stringify({ ...digest, events: inside.length })}`;
	}

	private tellStranger(event: ServedEvent, facts: PollFacts): string {
		const { parameters, timezone, endedAtMs } = facts;
		if (event.visibleAtMs > endedAtMs) return `${event.id} comes before it is there`;
		if (!passes(event, parameters, timezone)) return `${event.id} does not pass`;
		if (this.begun.settled.has(event)) return `${event.id} comes twice, or was settled before`;
		const isDue = event.createdAtMs <= clockMs(facts, endedAtMs);
		return isDue ? `${event.id} is of before the start` : `${event.id} is not due`;
	}

	/** The newest event that earlier polls were past: what former filters dropped was read all the same. */
	private readTo(facts: PollFacts): number {
		const dueMs = clockMs(facts, facts.startedAtMs);
		return [...this.begun.optional]
			.filter(({ createdAtMs }) => createdAtMs <= dueMs)
			.reduce((newest, { createdAtMs }) => Math.max(newest, createdAtMs), this.begun.handedMs);
	}

	/** Without repeats held back: all that has to come, within Max Events per Poll, oldest first. */
	private judgeComplete(
		facts: PollFacts,
		fresh: readonly ServedEvent[],
		given: readonly ServedEvent[],
		count: number,
	): string | undefined {
		this.begun.alerts = new Map();
		for (const event of given) this.begun.settled.add(event);
		const maxEvents = Number(dict(facts.parameters.options).maxEventsPerPoll ?? 5000);
		if (count > maxEvents) return `${count} events, where at most ${maxEvents} are wanted`;
		const isGiven = new Set(given);
		const missing = fresh.filter((event) => !isGiven.has(event) && this.hasToCome(event, facts));
		if (missing.length === 0) return undefined;
		const isFull = count === maxEvents;
		const isPart = isFull || facts.isHindered || facts.isCut;
		if (!isFull && !facts.isCut && isPart && facts.warnings.length === 0)
			return 'leaves events out and says nothing';
		// A stretch without gaps; late events may wait until there is time for the window.
		const newestMs = given.at(-1)?.createdAtMs ?? -Infinity;
		const skipped = missing.filter(
			({ createdAtMs }) => createdAtMs < newestMs && createdAtMs > this.readTo(facts),
		);
		const blind = isPart ? skipped : missing;
		const ids = blind.map(({ id }) => id).slice(0, 5);
		return blind.length > 0
			? `${ids.join(', ')} on time and not delivered (${blind.length} of ${fresh.length})`
			: undefined;
	}

	/** A repeat within so many minutes is held back; the next alert that is given says how many were. */
	private judgeSuppression(
		{ parameters }: PollFacts,
		alerts: readonly Alert[],
		given: ReadonlyArray<{ readonly alert: Alert; readonly suppressed: unknown }>,
	): string | undefined {
		const withinMs = suppressedMinutes(parameters) * MINUTE;
		for (const { events } of alerts) for (const event of events) this.begun.settled.add(event);
		const tell = ({ key, atMs }: Alert, suppressed: unknown) =>
			`${toIso(atMs)} ${key} suppressed ${Number(suppressed ?? 0)}`;
		const expected: string[] = [];
		for (const alert of alerts) {
			const { key, atMs } = alert;
			const { givenMs, heldBack } = this.begun.alerts.get(key) ?? { givenMs: [], heldBack: 0 };
			const isRepeat = givenMs.some((ms) => Math.abs(ms - atMs) < withinMs);
			if (!isRepeat) expected.push(tell(alert, heldBack));
			this.begun.alerts.set(key, {
				givenMs: isRepeat ? givenMs : [...givenMs, atMs],
				heldBack: isRepeat ? heldBack + 1 : 0,
			});
		}
		return firstOfEither(
			given.map(({ alert, suppressed }) => tell(alert, suppressed)),
			expected,
		);
	}

	private judgeBursts(
		facts: PollFacts,
		fresh: readonly ServedEvent[],
		known: readonly ServedEvent[],
	): string | undefined {
		const { parameters } = facts;
		const handed = facts.items.map(({ json }) => json);
		for (const event of fresh) this.begun.settled.add(event);
		const bursts = burstsOf(facts, fresh, known).sort((one, other) => one.atMs - other.atMs);
		const came: Array<{ readonly json: Dict; readonly alert: Alert }> = [];
		for (const json of handed) {
			const alert = parseBurst(facts, json);
			if (typeof alert === 'string') return alert;
			if (alert.atMs < (came.at(-1)?.alert.atMs ?? 0)) return 'bursts are not in their order';
			came.push({ json, alert });
		}
		const isClaimed = ({ json }: (typeof came)[number]) => json.redelivered === true;
		const claimed = came.filter(isClaimed).map(({ alert }) => alert);
		// An event that came too late for the trigger counts all the same, and may move a burst to an earlier one.
		const still = new Set(burstsOf(facts, known, []).map(({ name }) => name));
		const wrongRepeat = this.judgeRepeated(facts, handed, claimed, ({ name }) => still.has(name));
		if (wrongRepeat !== undefined) return wrongRepeat;
		const given = came
			.filter((one) => !isClaimed(one))
			.map(({ json, alert }) => ({ alert, suppressed: json.suppressed }));
		const wrong =
			suppressedMinutes(parameters) > 0
				? this.judgeSuppression(facts, bursts, given)
				: firstOfEither(
						given.map(({ alert }) => alert.name),
						bursts.map(({ name }) => name),
					);
		this.noteDelivery(
			facts,
			came.map(({ alert }) => alert),
		);
		return wrong;
	}

	/** Another process repeats at least the last delivery, and each item says so. */
	private judgeRepeated(
		{ parameters, process, savesWithExecution, service, endedAtMs }: PollFacts,
		handed: readonly Dict[],
		claimed: readonly Alert[],
		isStill?: (alert: Alert) => boolean,
	): string | undefined {
		const isSuppressing = suppressedMinutes(parameters) > 0;
		const isWanted = dict(parameters.options).afterRestart === 'repeatLast';
		const odd = handed.find(
			(json) =>
				'redelivered' in json !== isWanted ||
				(typeof json.suppressed === 'number') !== isSuppressing,
		);
		if (odd !== undefined)
			return `suppressed ${textOf(odd.suppressed)}, redelivered ${textOf(odd.redelivered)}`;
		const { alerts = [], processes } = this.begun.doubt ?? {};
		const isOwed = isWanted && !savesWithExecution && processes?.has(process) === false;
		// The log may have dropped some of it meanwhile.
		const shown = new Set(service.shownAt(endedAtMs));
		const left = alerts.filter(
			(alert) => alert.events.every((event) => shown.has(event)) && isStill?.(alert) !== false,
		);
		const owed = new Set(isOwed ? left.map(({ name }) => name) : []);
		// More may come again than was delivered: a burst may also count what came too late to begin it.
		const isRepeated = (alert: Alert) =>
			isStill?.(alert) === true || alert.events.every((event) => this.begun.settled.has(event));
		const stranger = claimed.find(
			(alert) => !owed.has(alert.name) && !(isOwed && isRepeated(alert)),
		);
		if (stranger !== undefined) return `${stranger.name} is no repetition`;
		for (const alert of claimed) owed.delete(alert.name);
		const [missing] = owed;
		return missing && `${missing} is not repeated`;
	}

	private noteDelivery(
		{ process, savesWithExecution, items }: PollFacts,
		alerts: readonly Alert[],
	): void {
		if (savesWithExecution || alerts.length === 0) return;
		const isRepeated = items.every(({ json }) => json.redelivered === true);
		const { processes = new Set<number>() } = this.begun.doubt ?? {};
		// A repetition stays in doubt, with what is new, until its process has delivered something else.
		this.begun.doubt = {
			alerts,
			processes: new Set(isRepeated ? [...processes, process] : [process]),
		};
	}
}

function eventsShown(service: Service, fromMs: number, toMs = fromMs): readonly ServedEvent[] {
	return service.shownAt(fromMs, toMs).filter(({ saysForTime }) => saysForTime === undefined);
}

/** The later of the service's clock, where it tells it, and the host's; the first in whole seconds, or behind them. */
function clockMs(
	{ service, hostOffsetMs }: Pick<PollFacts, 'service' | 'hostOffsetMs'>,
	trueMs: number,
	toWhole: (seconds: number) => number = Math.ceil,
): number {
	const hostMs = trueMs + hostOffsetMs;
	return service.knobs.hasDate ? Math.max(toWhole(trueMs / 1000) * 1000, hostMs) : hostMs;
}

function windowOf({ options }: Dict): number {
	return Number(dict(options).lateEventWindow ?? 5) * MINUTE;
}

/** The trigger begins surely from the one time on, and from the other at the earliest. */
function startOf(
	{ parameters, timezone, service, startedAtMs, endedAtMs, hostOffsetMs, isHindered }: PollFacts,
	firstTriedMs = startedAtMs,
) {
	const { startFrom, startDate, lastAmount, lastUnit } = parameters;
	if (startFrom === 'date') {
		const startMs = Number(toNs(startDate, timezone) / 1_000_000n);
		return { surelyMs: startMs, earliestMs: startMs };
	}
	// The window before it is known only as far as it could be read.
	const surelyMs = isHindered ? startedAtMs : -Infinity;
	if (startFrom !== 'last') return { surelyMs, earliestMs: -Infinity };
	// By the service's clock, which tells the second; without one by the host's.
	const { hasDate } = service.knobs;
	const told = (ms: number) => (hasDate ? Math.floor(ms / 1000) * 1000 : ms + hostOffsetMs);
	const before = (ms: number) =>
		DateTime.fromMillis(ms, { zone: timezone })
			.minus({ [textOf(lastUnit)]: Number(lastAmount) })
			.toMillis();
	// The time may have been told at the end of the poll, and is taken for older by as much.
	const tookMs = endedAtMs - startedAtMs;
	return { surelyMs: before(told(endedAtMs)), earliestMs: before(told(firstTriedMs) - tookMs) };
}

/** The first that only one of two lists has, in any order. */
function firstOfEither(came: readonly string[], wanted: readonly string[]): string | undefined {
	const [actual, expected] = [[...came].sort(), [...wanted].sort()];
	for (let index = 0; index < Math.max(actual.length, expected.length); index++) {
		if (actual[index] === expected[index]) continue;
		return `${actual[index] ?? 'nothing'} instead of ${expected[index] ?? 'nothing'} (${actual.length} of ${expected.length})`;
	}
	return undefined;
}
