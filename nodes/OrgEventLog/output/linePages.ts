import type { TimedEvent } from '../api/page';
import { ReusedBytes } from '../json/reusedBytes';
import type { MadeEvent } from './madeEvent';
import type { ColumnValue } from './columnValue';

/** Whose events there are, and whether one of them is in the file. */
export interface Organization {
	readonly id: ColumnValue;
	readonly name: ColumnValue;
	isInFile: boolean;
}

/**
 * A line of a file from when it is made until it is packed. The text is given away: what a request was
 * awaited with has grown old by V8's count when the page comes, and would keep all the texts of the page
 * until a full collection.
 */
export class UnpackedLine {
	constructor(
		private text: string | undefined,
		readonly organization: Organization,
	) {}

	/** @throws TypeError for the second time */
	take(): string {
		const { text } = this;
		if (text === undefined) throw new TypeError('A line of a file is packed only once');
		this.text = undefined;
		return text;
	}
}

/** The lines of some events of a file, one after another. */
export interface LinePage {
	readonly events: number;
	/** How many of them have no place in time. */
	readonly unplacedEvents: number;
	/** Of those that have one. */
	readonly first: TimedEvent | undefined;
	readonly last: TimedEvent | undefined;
	/** No longer to be used once the page has been released. */
	readonly bytes: Buffer;
}

/** The most bytes of UTF-8 that a part of a JavaScript string takes. */
const BYTES_PER_CHARACTER = 3;

/**
 * Keeps lines until their turn, as bytes in memory that is used again. As strings they would outlive V8's
 * young generation while they wait, and stay in memory until a full collection, which V8 puts off for
 * hundreds of megabytes: the larger the file, the more.
 */
export class LinePages {
	private readonly free: ReusedBytes[] = [];
	private readonly rooms = new Map<LinePage, ReusedBytes>();

	/**
	 * @param lineEnd of every line. A line that had it already would be a string of two parts, of which V8
	 * makes another one before it writes it.
	 * @param note is told every line
	 */
	constructor(
		private readonly lineEnd: string,
		private readonly note: (line: string) => void = () => {},
	) {}

	pack(events: ReadonlyArray<MadeEvent<UnpackedLine>>): LinePage {
		const room = this.free.pop() ?? new ReusedBytes();
		let length = 0;
		for (const { made } of events) {
			const line = made.take();
			this.note(line);
			const characters = line.length + this.lineEnd.length;
			const bytes = room.take(length + characters * BYTES_PER_CHARACTER, length);
			length += bytes.write(line, length);
			length += bytes.write(this.lineEnd, length);
		}
		const placed = events.filter(({ createdAtMs }) => !Number.isNaN(createdAtMs));
		const page: LinePage = {
			events: events.length,
			unplacedEvents: events.length - placed.length,
			first: withoutLine(placed[0]),
			last: withoutLine(placed[placed.length - 1]),
			bytes: room.take(length).subarray(0, length),
		};
		this.rooms.set(page, room);
		return page;
	}

	/** Its memory may be used for another page. */
	release(page: LinePage): void {
		const room = this.rooms.get(page);
		if (room !== undefined && this.rooms.delete(page)) this.free.push(room);
	}
}

function withoutLine(event: TimedEvent | undefined): TimedEvent | undefined {
	return event && { id: event.id, createdAtMs: event.createdAtMs };
}
