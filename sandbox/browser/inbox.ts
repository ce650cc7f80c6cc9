import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import type { Message } from '../sink/message';
import type { Sink } from '../sink/sink';

/** What workflows have sent, as it came in. */
export class Inbox {
	constructor(private readonly sink: Sink) {}

	/** Waits until so many messages with a text in them have come to an address. Gives them, oldest first. */
	async waitFor(path: string, text: string, count: number, wait: WaitOptions): Promise<Message[]> {
		return await waitUntil(`${count} messages at ${path}`, wait, () => {
			const found = this.sink.inbox.messages.filter(
				(message) => message.path === path && message.excerpt.includes(text),
			);
			return found.length >= count && found;
		});
	}
}
