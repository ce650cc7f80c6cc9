// The words of mechanisms that are gone, or of things that have a better word; docs/glossary.md has those that are used.

/** By the word that is not to come back in names, comments, pages or tests: what to say. */
export const RETIRED_WORDS: Readonly<Record<string, string>> = {
	'carried along': 'the copy with the higher number counts',
	'page extent': 'stretch',
	'far end': 'end',
	'far page': 'window',
	'hourly look': 'every poll reads from the floor on',
	'ignores skip': 'overlap',
	'keep overtaking': 'the copy with the higher number counts',
	'look for news': 'every poll reads from the floor on',
	'odd entries': 'malformed records',
	'odd entry': 'malformed record',
	owed: 'pending, or redelivery',
	'page cap': 'the longest page of the profile',
	pulse: 'heartbeat',
	'reached back': 'gap',
	'service traits': 'profile',
	'slice plan': 'window',
	'slice reader': 'window',
	'surely given': 'MIN_PAGE_LENGTH',
	'telling gap': 'gap',
	untold: 'undetermined',
	'window page': 'page',
	'window requests': 'window',
};

/** By the name that is not to come back in code; as words of a sentence they are right. */
export const RETIRED_NAMES: Readonly<Record<string, string>> = {
	ANSWERS_THAT_TELL_END: 'a short page, or the page behind it',
	MORE_THAN_IS_LEFT: 'windows are as wide as the density tells',
	isLeftToNextTime: 'future events wait until they are due',
	isLoggedMeanwhile: 'future events wait until they are due',
	owingGap: 'gap',
	withoutWaiting: 'future events wait until they are due',
};
