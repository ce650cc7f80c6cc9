import type { EventLogService } from '../service';
import { DEFAULT_API_KEY, DEFAULT_REFRESH_TOKEN } from '../service';
import type { SwitchState } from './client/pageState';
import type { PageModel } from './pageModel';

export const OUTAGE_MS = 60_000;
export const SLOW_ANSWER_MS = 5_000;

/** What the switches need of the service. */
type SwitchedService = Pick<
	EventLogService,
	'accounts' | 'behaviour' | 'expireAccessTokens' | 'failNext'
>;

/** What can go wrong with the service, to be switched on and off. */
export class Switches {
	private outage?: { readonly timer: NodeJS.Timeout; readonly callOff: () => void };
	private readonly accounts;

	constructor(
		private readonly service: SwitchedService,
		private readonly model: PageModel,
	) {
		this.accounts = { ...service.accounts };
	}

	/** Answers everything with 503 for a minute, or for another one where that has begun. */
	startOutage(): void {
		this.endOutage();
		const everything = { match: () => true, times: Number.MAX_SAFE_INTEGER };
		const callOff = this.service.failNext({ status: 503 }, everything);
		const timer = setTimeout(() => this.endOutage(), OUTAGE_MS);
		timer.unref();
		this.outage = { timer, callOff };
		this.show({ outageEndsAtMs: Date.now() + OUTAGE_MS });
	}

	endOutage(): void {
		if (!this.outage) return;
		clearTimeout(this.outage.timer);
		this.outage.callOff();
		this.outage = undefined;
		this.show({ outageEndsAtMs: null });
	}

	setSlow(isSlow: boolean): void {
		this.service.behaviour.latencyMs = isSlow ? SLOW_ANSWER_MS : 0;
		this.show({ isSlow });
	}

	/** Access tokens only: n8n gets another one for its refresh token, and nobody notices. */
	expireTokens(): void {
		this.service.expireAccessTokens();
	}

	/** Both ways in of n8n's credentials, which go by a key or by a refresh token. */
	revokeKey(): void {
		const { accounts } = this.service;
		accounts.apiKeys = accounts.apiKeys.filter(({ secret }) => secret !== DEFAULT_API_KEY);
		accounts.refreshTokens = accounts.refreshTokens.filter(
			({ refreshToken }) => refreshToken !== DEFAULT_REFRESH_TOKEN,
		);
		this.show({ isKeyRevoked: true });
	}

	giveKeyBack(): void {
		Object.assign(this.service.accounts, this.accounts);
		this.show({ isKeyRevoked: false });
	}

	private show(changed: Partial<SwitchState>): void {
		this.model.change({ switches: { ...this.model.state.switches, ...changed } });
	}
}
