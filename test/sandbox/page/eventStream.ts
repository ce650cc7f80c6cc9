import { isRecord } from '../service/ask';
import type { PageState } from '../../../sandbox/page/client/pageState';
import { BLANK, withChange } from '../../../sandbox/page/client/pageState';

/** A stream of Server-Sent Events as a browser follows it. */
export interface OpenedStream {
	/** The page's state once it is as wanted. @throws Error when the stream ends before */
	stateWhere(isWanted: (state: PageState) => boolean): Promise<PageState>;
	/** Resolves when the server has ended the stream. */
	ended(): Promise<void>;
	close(): void;
}

/** By its members; what they hold is what the tests look at. */
function isState(value: unknown): value is PageState {
	return isRecord(value) && Object.keys(BLANK).every((name) => name in value);
}

function after(state: PageState | undefined, block: string): PageState | undefined {
	const fields = new Map(
		block.split('\n').map((line): [string, string] => {
			const [name = '', ...value] = line.split(': ');
			return [name, value.join(': ')];
		}),
	);
	const name = fields.get('event');
	const text = fields.get('data') ?? '';
	const sent: unknown = text === '' ? undefined : JSON.parse(text);
	if (name === 'state' && isState(sent)) return sent;
	return state && name === 'change' && isRecord(sent) ? withChange(state, sent) : state;
}

/** Follows the stream of a page. */
export async function openStream(pageUrl: string): Promise<OpenedStream> {
	const end = new AbortController();
	const response = await fetch(`${pageUrl}/stream`, { signal: end.signal });
	if (!response.body) throw new Error(`No stream: status ${response.status}`);
	const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
	let unread = '';
	let state: PageState | undefined;
	const readMore = async (): Promise<boolean> => {
		const { done, value = '' } = await reader.read();
		const blocks = (unread + value).split('\n\n');
		unread = blocks.pop() ?? '';
		for (const block of blocks) state = after(state, block);
		return !done;
	};
	return {
		stateWhere: async (isWanted) => {
			for (;;) {
				if (state && isWanted(state)) return state;
				if (!(await readMore())) throw new Error('The stream has ended');
			}
		},
		ended: async () => {
			while (await readMore().catch(() => false));
		},
		close: () => end.abort(),
	};
}
