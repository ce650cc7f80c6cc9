import type { PlantedDecoy } from './decoys';
import { missedOf } from './decoys';
import type { Find, Haystack, Secret } from './search';

/** Where n8n itself puts a secret, whatever a node does. */
interface KnownFind {
	/** Of the secret's name. */
	readonly secret: RegExp;
	readonly places: readonly string[];
}

/**
 * n8n's HTTP Request node keeps what a service answers, its token too where that is repeated. Where a
 * connection breaks it keeps the request as it was sent, with its Authorization header.
 */
const KNOWN: readonly KnownFind[] = [
	{ secret: /HTTP[ -]Request/, places: ['database', 'browser', 'push', 'log'] },
];

/** What became of the search. */
export interface Verdict {
	/** What was not found of the decoys, though it was hidden: `place: encoding`. */
	readonly missed: readonly string[];
	/** Secrets that should be nowhere. */
	readonly found: readonly Find[];
	/** Secrets where n8n itself is known to put them. */
	readonly byN8n: readonly Find[];
}

interface Searched {
	readonly haystacks: readonly Haystack[];
	readonly secrets: readonly Secret[];
	readonly decoys: readonly PlantedDecoy[];
	readonly executions: number;
}

function isKnown({ secret, place }: Find): boolean {
	return KNOWN.some((known) => known.secret.test(secret) && known.places.includes(place));
}

/** Tells what the finds mean. */
export function judge(finds: readonly Find[], decoys: readonly PlantedDecoy[]): Verdict {
	const hidden = new Set(decoys.map(({ secret }) => secret.name));
	const ofSecrets = finds.filter(({ secret }) => !hidden.has(secret));
	return {
		missed: decoys.flatMap((decoy) => missedOf(decoy, finds)),
		found: ofSecrets.filter((find) => !isKnown(find)),
		byN8n: ofSecrets.filter(isKnown),
	};
}

/** Nothing found that should not be there, and the search would have found it. */
export function hasPassed({ missed, found }: Verdict): boolean {
	return missed.length === 0 && found.length === 0;
}

function bytesByPlace(haystacks: readonly Haystack[]): Readonly<Record<string, number>> {
	const places: Record<string, number> = {};
	for (const { place, bytes } of haystacks) places[place] = (places[place] ?? 0) + bytes.length;
	return places;
}

function describe({ secret, place, name, encoding }: Find): string {
	return `  ${secret}, in the ${place} (${name}), ${encoding}`;
}

/** Says what was found to standard error, and the figures as one line of JSON to standard output. */
export function report(verdict: Verdict, searched: Searched): void {
	const { missed, found, byN8n } = verdict;
	if (missed.length > 0) console.error(`Decoys NOT found:\n  ${missed.join('\n  ')}`);
	if (found.length > 0) console.error(`FOUND:\n${found.map(describe).join('\n')}`);
	if (byN8n.length > 0) {
		console.error(
			`Put there by n8n's HTTP Request node, as SECURITY.md says:\n${byN8n.map(describe).join('\n')}`,
		);
	}
	const { secrets, executions, decoys, haystacks } = searched;
	console.log(
		JSON.stringify({
			secrets: secrets.length,
			executions,
			bytesSearched: bytesByPlace(haystacks),
			decoyPlaces: decoys.length,
			decoysMissed: missed.length,
			found: found.length,
			byN8n: byN8n.length,
		}),
	);
}
