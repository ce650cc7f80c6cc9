import type { LoggedEvent } from '../api/event';
import { PRESETS, type PresetName } from '../api/presets';

/** How many kinds of events are named at most. */
const MAX_KINDS = 5;

/**
 * Which of a log's own types, subtypes and actions a preset took: nobody knows them beforehand, so
 * that a user has to see whether they are what was meant.
 */
export class PresetNames {
	private readonly counts = new Map<string, number>();

	constructor(private readonly preset: PresetName) {}

	note({ fields }: LoggedEvent): void {
		const { type, sub_type: subType, action } = fields;
		const kind = [type, subType, action].filter((name) => typeof name === 'string' && name !== '');
		const name = kind.length === 0 ? 'without a name' : kind.join(' / ');
		this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
	}

	/** A sentence for the user; none where no event was noted. */
	hint(): string | undefined {
		const kinds = [...this.counts].sort(([, one], [, other]) => other - one);
		if (kinds.length === 0) return undefined;
		const named = kinds.slice(0, MAX_KINDS).map(([name]) => name);
		const rest = kinds.length > MAX_KINDS ? ` and ${kinds.length - MAX_KINDS} more` : '';
		return `The preset ${PRESETS[this.preset].label} took: ${named.join(', ')}${rest}. If that is not what you meant, choose Type, Subtype and Action from their lists instead`;
	}
}
