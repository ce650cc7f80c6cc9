import type { EventFields } from '../../events/event';
import { PRESETS, type PresetName } from '../../events/presets';
import { type HoldsSecret, quoted } from '../../api/serviceText';

/** How many kinds of events are named at most. */
const MAX_KINDS = 5;

/** How many are told apart: a log may have a name of its own for every event. */
const MAX_TOLD_APART = 1000;

const NAMELESS = 'events without names';

/** How many events of the same type, subtype and action were taken, and how many were not. */
export interface KindOfEvent {
	readonly name: string;
	taken: number;
	leftOut: number;
}

/**
 * Which of a log's own types, subtypes and actions a preset took, and how many of the same it left
 * out: nobody knows them beforehand, so that a user has to see whether they are what was meant.
 */
export class PresetNames {
	private readonly kinds = new Map<string, KindOfEvent>();

	constructor(private readonly preset: PresetName) {}

	/** Where an event is to be counted. */
	kindOf({ type, sub_type: subType, action }: EventFields): KindOfEvent {
		const names = [type, subType, action].filter((name) => typeof name === 'string' && name !== '');
		const own = names.join(' / ') || NAMELESS;
		const name = this.kinds.has(own) || this.kinds.size < MAX_TOLD_APART ? own : NAMELESS;
		const kind = this.kinds.get(name) ?? { name, taken: 0, leftOut: 0 };
		this.kinds.set(name, kind);
		return kind;
	}

	/** A sentence for the user; none where no event was taken. */
	hint(holdsSecret: HoldsSecret): string | undefined {
		const kinds = [...this.kinds.values()]
			.filter(({ taken }) => taken > 0)
			.sort((one, other) => other.taken - one.taken || (one.name < other.name ? -1 : 1));
		if (kinds.length === 0) return undefined;
		const named = kinds.slice(0, MAX_KINDS).map((kind) => {
			const { name } = kind;
			return (name === NAMELESS ? name : quoted(name, holdsSecret)) + leftOutOf([kind]);
		});
		const others = kinds.slice(MAX_KINDS);
		const rest = others.length > 0 ? ` and ${others.length} more${leftOutOf(others)}` : '';
		return `The preset ${PRESETS[this.preset].label} selected: ${named.join(', ')}${rest}. To select others, choose Type, Subtype and Action from their lists instead`;
	}
}

/** Who reads only what was taken would believe that it is all. */
function leftOutOf(kinds: readonly KindOfEvent[]): string {
	const leftOut = kinds.reduce((sum, kind) => sum + kind.leftOut, 0);
	return leftOut === 0 ? '' : ` (left out ${leftOut} other${leftOut === 1 ? '' : 's'})`;
}
