import { randomInt } from 'node:crypto';
import type { EventLog } from './eventLog';
import type { DeviceRecord, EventRecord, FilterName } from './eventRecord';
import { OrganizationEvents } from './generator/organizationEvents';

/** An attribute that an event must have, with one of these values; with any where none is named. */
type Trait = readonly [name: FilterName, ...values: readonly string[]];

/** What is to happen in the organization. */
export interface Happening {
	/** How many events; 1 unless given. */
	readonly events?: number;
	/** Any events unless given. */
	readonly traits?: readonly Trait[];
	/** Whether all of them happen to one person, to whom nothing of this has happened lately. */
	readonly toOnePerson?: boolean;
	/** What is new about the device that each of them shows. */
	readonly device?: Partial<DeviceRecord>;
	/** How much later than their creation they become visible; 0 unless given. */
	readonly lateMs?: number;
	/** How long ago the last one was created; 0 unless given. */
	readonly agoMs?: number;
}

/**
 * Beyond any seeded log. Drawn anew for every run, so that what n8n remembers of the ids of an
 * earlier run doesn't meet them again.
 */
const FIRST_INDEX = { min: 2 ** 29, max: 2 ** 30 };
/** People who are left alone for a while: workflows mute what happens to one again and again. */
const LEFT_ALONE = 100;
/** The rarest of what can be asked for is found within some hundred thousand. */
const MAX_LOOKED_AT = 2_000_000;

function withDevice(event: EventRecord, changed?: Partial<DeviceRecord>): EventRecord {
	const { userPrincipal } = event;
	if (changed === undefined || !userPrincipal?.device) return event;
	return {
		...event,
		userPrincipal: { ...userPrincipal, device: { ...userPrincipal.device, ...changed } },
	};
}

/** Makes things happen in an organization when they are wanted. */
export class Happenings {
	private readonly events: OrganizationEvents;
	private index: number;
	private readonly leftAlone = new Set<string>();

	constructor(
		private readonly log: EventLog,
		/** The organization's: its people are those of a seeded log with the same seed. */
		seed: number,
	) {
		this.events = new OrganizationEvents(seed);
		this.index = randomInt(FIRST_INDEX.min, FIRST_INDEX.max);
	}

	/**
	 * Puts events into the log, a millisecond apart, the last one created so long ago. Gives them, oldest first.
	 *
	 * @throws RangeError where the organization has no such events
	 */
	add({
		events = 1,
		traits = [],
		toOnePerson = false,
		device,
		lateMs = 0,
		agoMs = 0,
	}: Happening): EventRecord[] {
		const endMs = Date.now() - agoMs;
		const wanted = toOnePerson ? [...traits, this.someone(traits)] : traits;
		const added = Array.from({ length: events }, (_, position) => {
			const createdAtMs = endMs - events + position + 1;
			const event = withDevice(this.events.eventAt(this.nextWith(wanted), createdAtMs), device);
			return lateMs > 0 ? { ...event, visibleAtMs: endMs + lateMs } : event;
		});
		this.log.append(...added);
		return added;
	}

	private someone(traits: readonly Trait[]): Trait {
		for (;;) {
			const index = this.nextWith([...traits, ['userEmail']]);
			const email = this.events.attributeAt(index, 'userEmail') ?? '';
			if (this.leftAlone.has(email)) continue;
			const [longest] = this.leftAlone;
			this.leftAlone.add(email);
			if (longest !== undefined && this.leftAlone.size > LEFT_ALONE) this.leftAlone.delete(longest);
			// This very event is the first of those that are wanted.
			this.index = index;
			return ['userEmail', email];
		}
	}

	private nextWith(traits: readonly Trait[]): number {
		for (const end = this.index + MAX_LOOKED_AT; this.index < end;) {
			const index = this.index++;
			if (traits.every((trait) => this.has(index, trait))) return index;
		}
		throw new RangeError('The organization has no such event');
	}

	private has(index: number, [name, ...values]: Trait): boolean {
		const value = this.events.attributeAt(index, name);
		return value !== undefined && (values.length === 0 || values.includes(value));
	}
}
