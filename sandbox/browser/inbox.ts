import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import type { Message } from '../sink/message';

/** What workflows have sent, as it came in. */
export class Inbox {
	private readonly messages: Message[] = [];

	add(message: Message): void {
		this.messages.push(message);
	}

	/** Waits until so many messages with a text in them have come to an address. Gives them, oldest first. */
	async waitFor(path: string, text: string, count: number, wait: WaitOptions): Promise<Message[]> {
		return await waitUntil(`${count} messages at ${path}`, wait, () => {
			const found = this.messages.filter(
				(message) => message.path === path && message.excerpt.includes(text),
			);
			return found.length >= count && found;
		});
	}
}
