/**
 * Whose a finding is: only the publisher can fill it in, it belongs to the day of a release, or it
 * is wrong whoever looks and whenever.
 */
export type FindingKind = 'publisher' | 'release' | 'defect';

/** One thing that stands between this checkout and its publication. */
export interface Finding {
	readonly kind: FindingKind;
	/** What is the matter, where, and what to do. */
	readonly text: string;
}

export const publisherMust = (text: string): Finding => ({ kind: 'publisher', text });
export const releaseNeeds = (text: string): Finding => ({ kind: 'release', text });
export const defect = (text: string): Finding => ({ kind: 'defect', text });

/** The finding, where something is the matter. */
export function unless(isFine: boolean, finding: Finding): Finding[] {
	return isFine ? [] : [finding];
}
