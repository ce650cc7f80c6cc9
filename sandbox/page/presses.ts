import type { EventRecord } from '../service';
import type { Message } from '../sink/message';
import { MAX_LOG_ROWS } from './client/pageState';
import { unescaped } from './client/slackText';

/** What is remembered of an event that somebody's press has made. */
interface Pressed {
	readonly id: string;
	/** What a message about it says, where it doesn't name it. */
	readonly words: readonly string[];
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What a message says, row by row where it has rows, and without the escapes that Slack wants. */
function textsOf({ content }: Message): string[] {
	const parts: readonly unknown[] = content.kind === 'sheet' ? content.rows : [content];
	return parts.map((part) => unescaped(textsIn(part).join('\n')));
}

/** The newest events that came of a press on the page, to be known again in what arrives. */
export class Presses {
	private newest: readonly Pressed[] = [];

	/** Remembers events. Gives their ids. */
	add(events: readonly EventRecord[]): string[] {
		const pressed = events.map(({ id, message, userPrincipal }) => ({
			id,
			words: [message, userPrincipal?.user?.email ?? ''].filter((word) => word !== ''),
		}));
		this.newest = [...this.newest, ...pressed].slice(-MAX_LOG_ROWS);
		return pressed.map(({ id }) => id);
	}

	/** Ids of the events that a message tells of, by their id or by all their words. */
	idsIn(message: Message): string[] {
		const texts = textsOf(message);
		const tells = (text: string, { id, words }: Pressed) =>
			text.includes(id) || (words.length > 0 && words.every((word) => text.includes(word)));
		const isTold = (pressed: Pressed) => texts.some((text) => tells(text, pressed));
		return this.newest.filter(isTold).map(({ id }) => id);
	}
}
