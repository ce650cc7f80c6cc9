import type { Message } from '../../sink/message';

/** Everything that can be pressed. */
export const BUTTONS = [
	'refuseAccess',
	'registerDevice',
	'loseCompliance',
	'refuseFiveTimes',
	'burst',
	'lateEvent',
	'startOutage',
	'endOutage',
	'slowDown',
	'speedUp',
	'expireTokens',
	'revokeKey',
	'giveKeyBack',
] as const;

export type ButtonName = (typeof BUTTONS)[number];

/** An event as the live log shows it. */
export interface LogRow {
	readonly id: string;
	readonly createdAtMs: number;
	/** When the service shows it: its creation, or later. */
	readonly visibleAtMs: number;
	readonly severity: string;
	readonly kind: string;
	readonly message: string;
	/** Empty where the event names none. */
	readonly user: string;
	readonly device: string;
	/** `before`: it happened before the sandbox was started, and nobody waits for it. */
	readonly state: 'before' | 'waiting' | 'delivered';
	/** Whether somebody's press on the page has made it happen. */
	readonly isPressed: boolean;
}

/** A message as the page shows it. */
export interface ShownMessage extends Message {
	/** Whether it tells of something that somebody's press has made happen. */
	readonly isOfPress: boolean;
}

type N8nState =
	| { readonly status: 'starting' }
	| {
			readonly status: 'ready';
			readonly editorUrl: string;
			readonly email: string;
			readonly password: string;
	  };

/** What is switched on of that which can go wrong with the service. */
export interface SwitchState {
	/** `null`: there is none. */
	readonly outageEndsAtMs: number | null;
	readonly isSlow: boolean;
	readonly isKeyRevoked: boolean;
	/** The last time that access tokens were made to expire, and when n8n had the next one. */
	readonly tokens: { readonly expiredAtMs: number; readonly renewedAtMs: number | null } | null;
}

/** When n8n reads the log. */
export interface VisitState {
	/** `null`: it hasn't yet. */
	readonly lastAtMs: number | null;
	/** The last time that it was given what it had asked for: what was visible by then. */
	readonly lastReadAtMs: number | null;
	/** Of the newest answer to it; 0 while there is none. */
	readonly lastStatus: number;
	/** As the last minutes suggest; `null` where they don't. */
	readonly nextAtMs: number | null;
}

/** All that the page shows. */
export interface PageState {
	readonly n8n: N8nState;
	readonly serviceUrl: string;
	/** Where messages can be sent to. */
	readonly sinkUrl: string;
	readonly logSize: number;
	/** Newest first, so many at most. */
	readonly log: readonly LogRow[];
	/** How many have arrived, those no longer shown included. */
	readonly received: number;
	/** Newest first, so many at most. */
	readonly messages: readonly ShownMessage[];
	readonly switches: SwitchState;
	readonly visits: VisitState;
}

/** What has become different: parts that are replaced, and what has been added to the lists. */
export interface PageChange extends Partial<Omit<PageState, 'log' | 'messages'>> {
	/** Oldest first. */
	readonly events?: readonly LogRow[];
	/** Ids of events that have been delivered. */
	readonly delivered?: readonly string[];
	/** Ids of events that a press has made. */
	readonly pressed?: readonly string[];
	readonly message?: ShownMessage;
}

/** How often a trigger polls, unless somebody has changed that. */
export const POLL_INTERVAL_MS = 60_000;

export const MAX_LOG_ROWS = 150;
export const MAX_SHOWN_MESSAGES = 60;

/** The page before anything is known. */
export const BLANK: PageState = {
	n8n: { status: 'starting' },
	serviceUrl: '',
	sinkUrl: '',
	logSize: 0,
	log: [],
	received: 0,
	messages: [],
	switches: { outageEndsAtMs: null, isSlow: false, isKeyRevoked: false, tokens: null },
	visits: { lastAtMs: null, lastReadAtMs: null, lastStatus: 0, nextAtMs: null },
};

function withMark(
	log: readonly LogRow[],
	ids: readonly string[],
	mark: Partial<LogRow>,
): readonly LogRow[] {
	if (ids.length === 0) return log;
	const marked = new Set(ids);
	return log.map((row) => (marked.has(row.id) ? { ...row, ...mark } : row));
}

/** The state after a change; the same on the server and in the browser. */
export function withChange(
	state: PageState,
	{ events = [], delivered = [], pressed = [], message, ...replaced }: PageChange,
): PageState {
	const newestFirst = events.slice(-MAX_LOG_ROWS).reverse();
	const log = [...newestFirst, ...state.log].slice(0, MAX_LOG_ROWS);
	const messages = message ? [message, ...state.messages] : state.messages;
	return {
		...state,
		...replaced,
		log: withMark(withMark(log, delivered, { state: 'delivered' }), pressed, { isPressed: true }),
		messages: messages.slice(0, MAX_SHOWN_MESSAGES),
	};
}
