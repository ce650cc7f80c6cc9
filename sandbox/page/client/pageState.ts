import type { Message } from '../../sink/message';

/** Everything that can be pressed; the last four concern the service. */
export type ButtonName =
	| 'refuseAccess'
	| 'registerDevice'
	| 'loseCompliance'
	| 'refuseFiveTimes'
	| 'burst'
	| 'lateEvent'
	| 'outage'
	| 'slow'
	| 'expireTokens'
	| 'key';

/** An event as the live log shows it. */
export interface LogRow {
	readonly id: string;
	readonly createdAtMs: number;
	/** When the service shows it: its creation, or later. */
	readonly visibleAtMs: number;
	readonly severity: string;
	readonly kind: string;
	readonly message: string;
	/** The user, or else the client's address. Empty where the event names none, as `device`. */
	readonly who: string;
	readonly device: string;
	/** `before`: it happened before the sandbox was started, and nobody waits for it. */
	readonly state: 'before' | 'waiting' | 'delivered';
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
	/** From workflows that people have built or run, and from unknown ones. Newest first, so many at most. */
	readonly ownMessages: readonly Message[];
	/** From the workflows that the sandbox has published. Newest first, so many at most. */
	readonly publishedMessages: readonly Message[];
	readonly switches: SwitchState;
	/** The last time that n8n was given what it had asked for: what was visible by then. `null`: never. */
	readonly lastReadAtMs: number | null;
	/** Of the newest answer to it; 0 while there is none. */
	readonly lastStatus: number;
}

export const MAX_LOG_ROWS = 150;
export const MAX_SHOWN_MESSAGES = 30;

/** The page before anything is known. */
export const BLANK: PageState = {
	n8n: { status: 'starting' },
	serviceUrl: '',
	sinkUrl: '',
	logSize: 0,
	log: [],
	ownMessages: [],
	publishedMessages: [],
	switches: { outageEndsAtMs: null, isSlow: false, isKeyRevoked: false },
	lastReadAtMs: null,
	lastStatus: 0,
};
