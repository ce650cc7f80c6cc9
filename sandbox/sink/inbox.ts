import type { Message } from './message';

export const MAX_MESSAGES = 200;

/** The newest messages; older ones make room. */
export class Inbox {
	private readonly kept: Message[] = [];
	private count = 0;

	/** Oldest first. */
	get messages(): readonly Message[] {
		return this.kept;
	}

	/** Keeps a message under the next number. */
	add(message: Omit<Message, 'number'>): Message {
		const numbered = { number: ++this.count, ...message };
		if (this.kept.push(numbered) > MAX_MESSAGES) this.kept.shift();
		return numbered;
	}
}
