/** Parts of the ordinary service, and of what is promised of it, that the product may not hold yet. */
export type Part =
	'malformedPages' | 'partedTwins' | 'tooOldWithoutOrder' | 'progress' | 'requestBounds';

/**
 * Parts that stay out, each with the line that brings it in. Whoever keeps one removes its line here.
 * `EDGE_AHEAD=progress,requestBounds npx jest test/edge` (or `all`) brings them in for a run.
 */
const NOT_YET: Partial<Record<Part, string>> = {
	malformedPages:
		'issue 44, A.3: a page of one entry, which is malformed, is no failure where others are not',
	partedTwins: 'issue 44, A.4: a trigger delivers a twin again where only one page shows both',
	tooOldWithoutOrder:
		'issue 44, B.4: windows of a feed without order go back further than the service keeps, which ends a read of all, and makes the window of a start shorter',
	requestBounds: 'issue 45, 1',
	progress:
		'issue 46, 1: quotas are drawn with pages of one event, in which no quota lets an instant be read whole',
};

const { EDGE_AHEAD = '' } = process.env;
const ahead = EDGE_AHEAD.split(',');

/** Tells whether a part is drawn and judged. */
export function isKept(part: Part): boolean {
	return NOT_YET[part] === undefined || ahead.includes(part) || ahead.includes('all');
}
