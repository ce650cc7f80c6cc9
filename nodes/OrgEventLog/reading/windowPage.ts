import type { TimedEvent } from '../events/event';
import { entriesIn } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import { type Bounds, type UnreadWindow, areSameBounds, holds, windowOfRange } from './window';
import type { AskedPage, WindowRequests } from './windowRequests';

/** A `skip` that no service refuses as too deep: List's own default page is as long. */
const SHALLOW_SKIP = 10;

/**
 * What a page is proven to be of its window: `whole`, or the part at its `near` end (where reading starts) or
 * `far` end, or the beginning of nothing but one `instant`, which may be the first one of the window
 * (`nearInstant`), or `scattered`, which proves nothing, or one of nothing but odd entries with an event behind
 * them.
 */
export type PageExtent =
	| 'whole'
	| 'near'
	| 'far'
	| 'instant'
	| 'nearInstant'
	| 'scattered'
	| { readonly behindOdd: number };

/** How positions go on within a page; `level` where all are the same. */
type Direction = 'level' | 'rising' | 'falling' | 'mixed';

/** What is known of a page beside what its window tells. */
export interface PageKnowledge {
	/** Whether a page in the order asked for is known to begin with the first event of its window. */
	readonly orderIsReliable: boolean;
	/** Whether an event was seen behind it. */
	readonly isFollowed?: boolean;
}

/** The first page that the service gives of a window. Pages in order, rising or falling, are taken to have no gaps. */
export class WindowPage<Event extends TimedEvent> {
	/** Sorted by position, none twice, none from outside the window. */
	readonly events: readonly Event[];
	/** Positions of the first and the last event; NaN where there is none. */
	readonly first: number;
	readonly last: number;
	/** Whether it begins with the events that the window begins with; undefined where none are known. */
	readonly begins: boolean | undefined;
	/** Whether it ends with the events that the window ends with; undefined where none are known. */
	readonly ends: boolean | undefined;
	private readonly direction: Direction;

	constructor(
		private readonly requests: WindowRequests<Event>,
		readonly window: UnreadWindow,
		private readonly bounds: Bounds,
		private readonly received: AskedPage<Event>,
	) {
		const inside = onceEach(received.events).filter((event) =>
			holds(window, requests.positionOf(event)),
		);
		const positions = inside.map((event) => requests.positionOf(event));
		this.direction = directionOf(positions);
		this.events =
			this.direction === 'rising' || this.direction === 'level'
				? inside
				: inside.sort((one, other) => requests.positionOf(one) - requests.positionOf(other));
		this.first = positions.reduce((one, other) => Math.min(one, other), positions[0] ?? NaN);
		this.last = positions.reduce((one, other) => Math.max(one, other), positions[0] ?? NaN);
		this.begins = window.beginsWith && this.hasKnown(window.from, window.beginsWith);
		this.ends = window.endsWith && this.hasKnown(window.to, window.endsWith);
	}

	/** Whether newest first was asked for, and that is how it came. */
	get isNewestFirst(): boolean {
		return this.requests.order === 'DESC' && this.direction === 'rising';
	}

	/**
	 * Whether it lies ahead of the newest that was read. What stands there was logged meanwhile, or the
	 * service's pages come from the other end.
	 */
	get isAhead(): boolean {
		return this.requests.order === 'DESC' && this.window.pagesHeld === 1;
	}

	/** How many entries it has, odd ones and others from outside its window included. */
	get length(): number {
		return entriesIn(this.received);
	}

	/** How many events were asked for. */
	get limit(): number {
		return this.received.limit;
	}

	/** Ids of its events at a position. */
	idsAt(position: number): ReadonlySet<string> {
		const there = this.events.filter((event) => this.requests.positionOf(event) === position);
		return new Set(there.map(({ id }) => id));
	}

	/** Of an instant that is all there is in the page, the page may be too short to have all. */
	private hasKnown(position: number, ids: ReadonlySet<string>): boolean {
		if (this.direction === 'level') return this.first === position;
		const there = this.idsAt(position);
		return [...ids].every((id) => there.has(id));
	}

	/**
	 * What it is of its window: by what the window is known to begin and to end with, and by probes beside the
	 * page where nothing is known of it.
	 *
	 * @throws EventLogFailure when the service gives nothing of what was asked for, without end, or
	 * nothing where it gave something before
	 */
	async extent({ orderIsReliable, isFollowed = false }: PageKnowledge): Promise<PageExtent> {
		const { requests, events, window, direction, length } = this;
		if (events.length === 0) return await this.extentOfNothing();
		const { traits } = requests;
		let { begins, ends } = this;
		const isDocumented = begins === undefined && orderIsReliable && direction === 'rising';
		if (isDocumented) begins = true;
		if (isFollowed) ends = false;
		const nothingBefore = async () =>
			(begins ??= await requests.holdsOnly(events, { from: window.from, to: this.first }));
		const nothingAfter = async () =>
			(ends ??= await requests.holdsOnly(events, { from: this.last, to: window.to }));

		if (length < Math.min(this.limit, traits.pageCap)) {
			// It may be everything, or cut at the service's maximum `limit`.
			const isWhole = this.canBeProbedWhole(begins, ends)
				? await requests.holdsOnly(events, window, this.oddWithin(window))
				: (await nothingBefore()) && (await nothingAfter());
			if (isWhole) return 'whole';
			// Not its own length: it may be short because the log ended there, and has grown since.
			traits.pageCap = traits.longestPage;
			// Shorter than others although more follows, it may lack its beginning, too.
			if (isDocumented && length < traits.longestPage) begins = undefined;
		}
		if (direction === 'level') {
			return this.isAhead && (await nothingBefore()) ? 'nearInstant' : 'instant';
		}
		if (direction === 'mixed') return 'scattered';
		const near = async () => (await nothingBefore()) && 'near';
		const far = async () => (await nothingAfter()) && 'far';
		const isFarLikely = begins !== true && (ends ?? window.pagesHeld !== undefined);
		const [likely, other] = isFarLikely ? [far, near] : [near, far];
		return (await likely()) || (await other()) || 'scattered';
	}

	/**
	 * The same page once more, where the log has grown since: it has newer events. Then the service's pages
	 * come from that end, and what stands beyond them now was logged after them.
	 */
	async grown(): Promise<{ page: WindowPage<Event>; extent: PageExtent } | undefined> {
		const { requests, window, limit, bounds } = this;
		const isNewestFirst = requests.order === 'DESC';
		const isNewestKnown = (isNewestFirst ? window.beginsWith : window.endsWith) !== undefined;
		if (isNewestKnown || this.direction === 'mixed') return undefined;
		// Of as many: another may be longer only because it is cut elsewhere.
		const received = await requests.fetch(bounds, 0, this.length);
		const page = new WindowPage(requests, window, bounds, received);
		// Where odd entries stand differs from page to page.
		if (this.received.malformed !== undefined || received.malformed !== undefined) return undefined;
		const hasNewer = isNewestFirst ? page.first < this.first : page.last > this.last;
		if (!hasNewer || page.direction === 'mixed') return undefined;
		// A page from the other end has newer ones where the log has lost its oldest meanwhile.
		const oldest = isNewestFirst ? this.last : this.first;
		const there = requests.boundsOf({ from: oldest, to: oldest });
		const { events } = await requests.fetch(there, 0, limit);
		if (!events.some((event) => requests.positionOf(event) === oldest)) return undefined;
		if (page.direction === 'level')
			return { page, extent: isNewestFirst ? 'nearInstant' : 'instant' };
		return { page, extent: isNewestFirst ? 'near' : 'far' };
	}

	/** How many odd entries stand in a window for certain: those of the page, where the same is asked for as then. */
	private oddWithin(window: UnreadWindow): number {
		const isSame = areSameBounds(this.bounds, this.requests.boundsOf(window));
		return (isSame && this.received.malformed?.length) || 0;
	}

	/** Whether one probe behind all of it is to tell; a deep one may come back empty where more follows. */
	private canBeProbedWhole(begins: boolean | undefined, ends: boolean | undefined): boolean {
		if (this.direction === 'mixed') return true;
		if (begins === false || ends === false || (begins === true && ends === true)) return false;
		return this.events.length + (this.received.malformed?.length ?? 0) <= SHALLOW_SKIP;
	}

	/** @throws EventLogFailure */
	private async extentOfNothing(): Promise<PageExtent> {
		const { requests, window, received, limit } = this;
		const atMs = requests.timeAt(window.from);
		if (received.events.length > 0) {
			const isRepeated = entriesIn(received) < limit && (await requests.ignoresSkip(window));
			if (!isRepeated) throw new EventLogFailure('noProgress', { atMs });
		} else if (received.malformed !== undefined) {
			const more = await this.extentOfOdd(received.malformed);
			if (more !== 'whole') return more;
		}
		const { beginsWith, endsWith, holdsEvents } = window;
		const isRestGone = beginsWith === undefined || (await this.isBehindOldest());
		if (endsWith !== undefined || holdsEvents === true || !isRestGone) {
			throw new EventLogFailure('contradictoryAnswer', { atMs });
		}
		return 'whole';
	}

	/**
	 * Whether newer events than those that the window began with still come: then it is empty because the log
	 * has lost its oldest meanwhile.
	 */
	private async isBehindOldest(): Promise<boolean> {
		const { requests, window } = this;
		if (requests.order === 'ASC') return false;
		const newer = { ...windowOfRange({}, requests.order), to: window.from - 1 };
		const { events } = await requests.fetch(requests.boundsOf(newer), 0, 1);
		return events.some((event) => holds(newer, requests.positionOf(event)));
	}

	/**
	 * Of a page of nothing but odd entries, which ends nothing by itself.
	 *
	 * @throws EventLogFailure where the same ones stand behind it, too: then they stand everywhere
	 */
	private async extentOfOdd(odd: ReadonlyArray<{ readonly id: string }>): Promise<PageExtent> {
		const { requests, window } = this;
		const bounds = requests.boundsOf(window);
		const known = new Set(odd.map(({ id }) => id));
		const goesOn = window.from < window.to ? 'scattered' : 'instant';
		for (let skip = odd.length; ;) {
			const limit = requests.traits.longestPage;
			const behind = await requests.fetchUnlessRefused(bounds, skip, limit);
			if (behind === 'refused') return goesOn;
			const positions = behind.events.map((event) => requests.positionOf(event));
			const behindOdd = positions.find((position) => holds(window, position));
			if (goesOn === 'scattered' && behindOdd !== undefined) return { behindOdd };
			if (positions.length > 0) return goesOn;
			if (behind.malformed === undefined) return 'whole';
			if (behind.malformed.every(({ id }) => known.has(id))) {
				// What was logged meanwhile may have moved them there.
				const again = await requests.fetch(bounds, 0, limit);
				if (again.events.length > 0) return goesOn;
				throw new EventLogFailure('noProgress', { atMs: requests.timeAt(window.from) });
			}
			for (const { id } of behind.malformed) known.add(id);
			skip += behind.malformed.length;
		}
	}
}

/**
 * Asks for the first page of a window.
 *
 * @param pageSize what is asked for where fewer entries hide all events
 */
export async function readPage<Event extends TimedEvent>(
	requests: WindowRequests<Event>,
	window: UnreadWindow,
	limit: number,
	pageSize: number,
): Promise<WindowPage<Event>> {
	const bounds = requests.boundsOf(window);
	const received = await requests.fetch(bounds, 0, limit);
	const page = new WindowPage(requests, window, bounds, received);
	if (page.events.length === 0) {
		const isNarrowerNow = !areSameBounds(bounds, requests.boundsOf(window));
		if (received.events.length > 0 && isNarrowerNow)
			return await readPage(requests, window, limit, pageSize);
		const isOddOnly = received.events.length === 0 && received.malformed !== undefined;
		if (isOddOnly && limit < pageSize) return await readPage(requests, window, pageSize, pageSize);
		return page;
	}
	const widest = requests.widestBoundsOf(window);
	if (page.begins !== false || page.ends === true || areSameBounds(bounds, widest)) return page;
	// Its bounds may not include any more what they did.
	requests.traits.boundsInclude = { after: false, before: false };
	const widened = await requests.fetch(widest, 0, limit);
	const wider = new WindowPage(requests, window, widest, widened);
	return wider.events.length > 0 ? wider : page;
}

/** The page with what it is of its window; a newer one where the log has grown under it. @throws EventLogFailure */
export async function provenPage<Event extends TimedEvent>(
	page: WindowPage<Event>,
	knowledge: PageKnowledge,
): Promise<{ readonly page: WindowPage<Event>; readonly extent: PageExtent }> {
	const extent = await page.extent(knowledge);
	const mayHaveGrown =
		extent === 'scattered' ||
		(extent === 'instant' && page.isAhead) ||
		(extent === 'far' && page.isNewestFirst);
	return (mayHaveGrown ? await page.grown() : undefined) ?? { page, extent };
}

/** The same id at two times is two entries of the log. We can't say which of them counts. */
function onceEach<Event extends TimedEvent>(events: readonly Event[]): readonly Event[] {
	const ids = new Set(events.map(({ id }) => id));
	if (ids.size === events.length) return events;
	const byIdAndTime = events.map((event): [string, Event] => [
		JSON.stringify([event.id, event.createdAtMs]),
		event,
	]);
	return [...new Map(byIdAndTime).values()];
}

function directionOf(positions: readonly number[]): Direction {
	let rises = false;
	let falls = false;
	let previous = positions[0] ?? NaN;
	for (const position of positions) {
		if (position > previous) rises = true;
		else if (position < previous) falls = true;
		previous = position;
	}
	if (rises) return falls ? 'mixed' : 'rising';
	return falls ? 'falling' : 'level';
}
