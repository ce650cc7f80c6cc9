import type { LogRow, PageState, SwitchState } from './client/pageState';
import { BLANK, MAX_LOG_ROWS, MAX_SHOWN_MESSAGES } from './client/pageState';
import { unescaped } from './client/slackText';
import { PUBLISHED_WORKFLOWS } from '../n8n/imports';
import type { EventRecord } from '../service';
import type { Message } from '../sink/message';

const MAX_TEXT_LENGTH = 400;
/** Where signs of life go, every minute or so: only the newest is news. */
const PING = '/ping';
/** Clients show one, which nobody knows them by. */
const PORT = /:\d+$/;

function rowOf(event: EventRecord, state: LogRow['state']): LogRow {
	const { user, device, client } = event.userPrincipal ?? {};
	return {
		id: event.id,
		createdAtMs: event.createdAtMs,
		visibleAtMs: event.visibleAtMs ?? event.createdAtMs,
		severity: event.severity,
		kind: [event.type, event.subType, event.action].join(' · '),
		message: event.message.slice(0, MAX_TEXT_LENGTH),
		who: user?.email || client?.ip_address.replace(PORT, '') || '',
		device: device?.friendly_name ?? '',
		state,
	};
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

/** What the page shows at the moment, and whom to tell when that becomes different. */
export class PageModel {
	private current = BLANK;
	private readonly publishedIds = new Set(PUBLISHED_WORKFLOWS);
	private readonly watchers = new Set<() => void>();

	get state(): PageState {
		return this.current;
	}

	change(change: Partial<PageState>): void {
		this.current = { ...this.current, ...change };
		for (const watcher of this.watchers) watcher();
	}

	changeSwitches(change: Partial<SwitchState>): void {
		this.change({ switches: { ...this.current.switches, ...change } });
	}

	/** Tells of changes until the function that it gives is called. */
	watch(watcher: () => void): () => void {
		this.watchers.add(watcher);
		return () => this.watchers.delete(watcher);
	}

	/** Shows events of the log, of which there are so many in all. */
	addEvents(events: readonly EventRecord[], state: LogRow['state'], logSize: number): void {
		const rows = events.slice(-MAX_LOG_ROWS).map((event) => rowOf(event, state));
		const log = [...rows.reverse(), ...this.current.log].slice(0, MAX_LOG_ROWS);
		this.change({ log, logSize });
	}

	/** Shows that events have been delivered, by their ids. */
	addDelivered(eventIds: readonly string[]): void {
		const ids = new Set(eventIds);
		const mark = (row: LogRow): LogRow => (ids.has(row.id) ? { ...row, state: 'delivered' } : row);
		this.change({ log: this.current.log.map(mark) });
	}

	/** Shows a message, and that the events are delivered which it tells of: by their id, or by who and message. */
	addMessage(message: Message): void {
		const list = this.publishedIds.has(message.sender?.workflowId ?? '')
			? 'publishedMessages'
			: 'ownMessages';
		const others = this.current[list].filter(({ path }) => path !== PING || path !== message.path);
		const messages = [message, ...others].slice(0, MAX_SHOWN_MESSAGES);
		const texts = textsOf(message);
		const isTold = ({ id, who, message: said }: LogRow) =>
			texts.some((text) => {
				return text.includes(id) || (who !== '' && text.includes(who) && text.includes(said));
			});
		this.change({ [list]: messages });
		this.addDelivered(this.current.log.filter(isTold).map(({ id }) => id));
	}
}
