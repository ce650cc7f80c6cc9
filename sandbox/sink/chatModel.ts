import { isJsonObject } from '../jsonGuards';

type Members = Readonly<Record<string, unknown>>;

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
const PERIOD = /\b(yesterday|today)\b/i;

function objectsOf(value: unknown): Members[] {
	return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function textOf(content: unknown): string {
	if (typeof content === 'string') return content;
	return objectsOf(content)
		.map(({ text }) => (typeof text === 'string' ? text : ''))
		.join('');
}

/** What a tool takes, filled from what the question says: its address, its day, or all of it. */
function argumentsFor(tool: Members, question: string): Members {
	const parameters = isJsonObject(tool.parameters) ? tool.parameters : {};
	const names = Object.keys(isJsonObject(parameters.properties) ? parameters.properties : {});
	const valueOf = (name: string) => {
		if (/mail/i.test(name)) return EMAIL.exec(question)?.[0] ?? '';
		if (/period|day/i.test(name)) return PERIOD.exec(question)?.[0].toLowerCase() ?? 'today';
		return question;
	};
	return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}

function toolCall(tool: Members, question: string): Members {
	const made = { name: tool.name, arguments: JSON.stringify(argumentsFor(tool, question)) };
	return {
		role: 'assistant',
		content: null,
		tool_calls: [{ id: 'call_1', type: 'function', function: made }],
	};
}

/**
 * A model without a mind of its own, for workflows with an agent in them: it calls the first tool it
 * is offered, once, with what the question says, and then tells what the tool returned. It answers in OpenAI's shape.
 */
export function answerChat(body: unknown, nowMs: number): object {
	const { messages, tools, model } = isJsonObject(body) ? body : {};
	const said = objectsOf(messages);
	const found = said.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content));
	const question = textOf(said.filter(({ role }) => role === 'user').at(-1)?.content);
	const [tool] = objectsOf(tools).map((offered) => offered.function);
	const isCall = found.length === 0 && isJsonObject(tool);
	const answer = found.length > 0 ? `The tool returned:\n${found.join('\n')}` : 'I have no tool.';
	return {
		id: 'chatcmpl-1',
		object: 'chat.completion',
		created: Math.floor(nowMs / 1000),
		model: String(model),
		choices: [
			{
				index: 0,
				message: isCall ? toolCall(tool, question) : { role: 'assistant', content: answer },
				finish_reason: isCall ? 'tool_calls' : 'stop',
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
