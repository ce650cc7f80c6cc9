import { isJsonObject } from '../jsonGuards';
import { jsonOf } from './content';
import type { ReceivedMessage } from './message';

/** Where a chat takes messages. */
const CHAT = /^\/bot[^/]*\/sendMessage$/;

function firstOf(list: unknown): unknown {
	if (!Array.isArray(list)) return undefined;
	const entries: readonly unknown[] = list;
	return entries[0];
}

/** The first button's label and link, on a line of its own. */
function linkIn(markup: unknown): string {
	const button = isJsonObject(markup) ? firstOf(firstOf(markup.inline_keyboard)) : undefined;
	return isJsonObject(button) ? `\n\n${String(button.text)}: ${String(button.url)}` : '';
}

/** A question to a chat as the mail that it stands in for, with its link in the text; anything else as it is. */
export function asMail(received: ReceivedMessage): ReceivedMessage {
	const question = CHAT.test(received.url) ? jsonOf(received.body.toString('utf8')) : undefined;
	if (!isJsonObject(question)) return received;
	const [workflowId, workflowName, executionId, from, to, ...subject] = String(
		question.chat_id,
	).split('\n');
	const text = `${String(question.text)}${linkIn(question.reply_markup)}`;
	return {
		url: '/mail',
		headers: {
			...received.headers,
			'x-workflow-id': workflowId,
			'x-workflow-name': workflowName,
			'x-execution-id': executionId,
		},
		body: Buffer.from(JSON.stringify({ from, to, subject: subject.join('\n'), text })),
	};
}
