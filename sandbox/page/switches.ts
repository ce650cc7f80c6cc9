import type { EventLogService } from '../service';
import { DEFAULT_API_KEY, DEFAULT_REFRESH_TOKEN } from '../service';
import type { SwitchState } from './client/pageState';
import type { PageModel } from './pageModel';

export const OUTAGE_MS = 60_000;
const SLOW_ANSWER_MS = 5_000;

/** What can go wrong with the service, switched on by one call and off by the next. */
export class Switches {
	private endOutage?: () => void;
	private readonly accounts;

	constructor(
		private readonly service: EventLogService,
		private readonly model: PageModel,
	) {
		this.accounts = { ...service.accounts };
	}

	/** Answers everything with 503, for a minute at most. */
	outage(): void {
		if (this.endOutage) return this.endOutage();
		const everything = { match: () => true, times: Number.MAX_SAFE_INTEGER };
		const callOff = this.service.failNext({ status: 503 }, everything);
		const end = () => {
			clearTimeout(timer);
			callOff();
			this.endOutage = undefined;
			this.show({ outageEndsAtMs: null });
		};
		const timer = setTimeout(end, OUTAGE_MS);
		timer.unref();
		this.endOutage = end;
		this.show({ outageEndsAtMs: Date.now() + OUTAGE_MS });
	}

	slow(): void {
		const isSlow = !this.model.state.switches.isSlow;
		this.service.behaviour.latencyMs = isSlow ? SLOW_ANSWER_MS : 0;
		this.show({ isSlow });
	}

	/** Both ways in of n8n's credentials, which go by a key or by a refresh token. */
	key(): void {
		const { accounts } = this.service;
		const isKeyRevoked = !this.model.state.switches.isKeyRevoked;
		Object.assign(accounts, this.accounts);
		if (isKeyRevoked) {
			accounts.apiKeys = accounts.apiKeys.filter(({ secret }) => secret !== DEFAULT_API_KEY);
			accounts.refreshTokens = accounts.refreshTokens.filter(
				({ refreshToken }) => refreshToken !== DEFAULT_REFRESH_TOKEN,
			);
		}
		this.show({ isKeyRevoked });
	}

	private show(changed: Partial<SwitchState>): void {
		this.model.change({ switches: { ...this.model.state.switches, ...changed } });
	}
}
