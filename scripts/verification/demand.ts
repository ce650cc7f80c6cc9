/** What became of one demand: met, not met and why, or for the publisher to do or to see to. */
export type Outcome =
	{ readonly met: boolean; readonly why?: string } | { readonly publisher: string };

/** Something that n8n asks of a package before it verifies its nodes. */
export interface Demand {
	/** The chapter of n8n's guidelines. */
	readonly chapter: string;
	/** In our words. */
	readonly text: string;
	readonly check: () => Outcome;
}

/** @param why what is wrong where it is not met */
export const met = (isMet: boolean, why?: string): Outcome => ({ met: isMet, why });
export const publisher = (what: string): Outcome => ({ publisher: what });

/** Met where nothing is wrong. */
export function nothingWrong(wrong: readonly string[]): Outcome {
	return met(wrong.length === 0, wrong.join('; '));
}
