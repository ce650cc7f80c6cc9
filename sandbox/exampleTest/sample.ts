/** What a text of many lines begins with where it is made of an example's sample data. */
export const MADE_OF_SAMPLES =
	'SAMPLE: made from the data that is pinned in this workflow, not from your log.\n\n';
