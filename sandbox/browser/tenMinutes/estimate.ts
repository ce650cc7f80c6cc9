import type { Effort } from '../person';

/** Card, Moran and Newell's keystroke-level model: pointing 1.1 s, pressing and letting go 0.2 s. */
const CLICK_S = 1.3;
/** Reading and deciding before a click: three of that model's mental preparations, as of a newcomer. */
const DECISION_S = 4;
/** The same model's average typist who is no secretary. */
const KEY_S = 0.28;
/** To another window, copy there, and back. */
const PASTE_S = 8;

export const HOW_ESTIMATED =
	`Each click takes ${CLICK_S} s to press and ${DECISION_S} s to decide, ` +
	`each typed character ${KEY_S} s, each pasted text ${PASTE_S} s.`;

/** Seconds that the hands and the head of a newcomer take for what was done. */
export function secondsByHand({ clicks, typedCharacters, pastes }: Effort): number {
	return clicks * (CLICK_S + DECISION_S) + typedCharacters * KEY_S + pastes * PASTE_S;
}
