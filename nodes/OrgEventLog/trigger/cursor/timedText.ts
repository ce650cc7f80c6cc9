/** A text with a time, without commas and colons, because these part the encoded entries and their fields. */
export interface TimedText {
	/** The time, epoch milliseconds. */
	readonly atMs: number;
	readonly text: string;
}

/** Any time that JavaScript can hold has at most this many characters in base 36, with its sign. */
const MAX_TIME_LENGTH = 12;

/**
 * Gives the longest encoding of at most `maxLength` characters, and the time up to which it leaves out the oldest:
 * all of a time, or none. It is plain text: `<milliseconds since the one before>:<text>,…`, times in base 36.
 *
 * @param entries oldest first
 */
export function encodeTimed(
	entries: readonly TimedText[],
	maxLength: number,
): { readonly encoded: string; readonly leftOutToMs: number | undefined } {
	let length = MAX_TIME_LENGTH;
	let kept = 0;
	for (const [at, entry] of [...entries].reverse().entries()) {
		const elapsed = (entries[entries.length - at]?.atMs ?? entry.atMs) - entry.atMs;
		length += elapsed.toString(36).length + entry.text.length + 2;
		if (length > maxLength) break;
		kept++;
	}
	let first = entries.length - kept;
	while (first > 0 && entries[first]?.atMs === entries[first - 1]?.atMs) first++;
	let before = 0;
	const texts = entries.slice(first).map(({ atMs, text }) => {
		const elapsed = (atMs - before).toString(36);
		before = atMs;
		return `${elapsed}:${text}`;
	});
	return { encoded: texts.join(','), leftOutToMs: entries[first - 1]?.atMs };
}

export function decodeTimed(encoded: string): TimedText[] {
	let atMs = 0;
	const texts = encoded.split(',').filter((text) => text !== '');
	return texts.map((entry) => {
		const [elapsed = '', text = ''] = entry.split(':');
		atMs += parseInt(elapsed, 36);
		return { atMs, text };
	});
}
