import { type EventFields, textOf } from '../events/event';
import { PRESETS, type PresetName } from '../events/presets';
import { type HoldsSecret, quoted } from '../api/serviceText';

/** How many kinds of events are named at most. */
const MAX_KINDS = 5;

/** How many are told apart: a log may have a name of its own for every event. */
const MAX_TOLD_APART = 1000;

const NAMELESS = 'events without type, subtype and action';

const CHOOSE_NAMES = '. To select others, choose Type, Subtype and Action from their lists instead';

/**
 * Which of a log's own types, subtypes and actions a preset took: nobody knows them beforehand, so that a user has
 * to see whether they are what was meant.
 */
export class PresetNames {
	private readonly counts = new Map<string, number>();

	constructor(private readonly preset: PresetName) {}

	/** Takes note of an event that passes: twice where its page is read twice, which can change the order of names alone. */
	note({ type, sub_type: subType, action }: EventFields): void {
		if (this.preset === 'none') return;
		const names = [type, subType, action]
			.map(textOf)
			.filter((name) => name !== undefined && name !== '');
		const name = names.join(' / ') || NAMELESS;
		const known = this.counts.get(name);
		if (known === undefined && this.counts.size >= MAX_TOLD_APART) return;
		this.counts.set(name, (known ?? 0) + 1);
	}

	/** A sentence for the user; none where no event was taken. */
	hint(holdsSecret: HoldsSecret): string | undefined {
		if (this.counts.size === 0) return undefined;
		const kinds = [...this.counts]
			.sort(([one, count], [other, others]) => others - count || (one < other ? -1 : 1))
			.slice(0, MAX_KINDS)
			.map(([name]) => (name === NAMELESS ? name : quoted(name, holdsSecret)));
		const more = this.counts.size - kinds.length;
		const rest = more > 0 ? ` and ${more} more` : '';
		const { label, goesByNames = false } = PRESETS[this.preset];
		const advice = goesByNames ? CHOOSE_NAMES : '';
		return `The preset ${label} selected: ${kinds.join(', ')}${rest}${advice}`;
	}
}
