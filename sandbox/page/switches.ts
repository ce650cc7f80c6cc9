import type { EventLogService } from '../service';
import { DEFAULT_API_KEY, DEFAULT_REFRESH_TOKEN } from '../service';
import type { PageModel } from './pageModel';

export const OUTAGE_MS = 60_000;
const SLOW_ANSWER_MS = 5_000;

/** What switches something on by one call and off by the next. */
type Switch = () => void;

/** Answers everything with 503, for a minute at most. */
export function outageSwitch(service: EventLogService, model: PageModel): Switch {
	let end: Switch | undefined;
	return () => {
		if (end) return end();
		const everything = { match: () => true, times: Number.MAX_SAFE_INTEGER };
		const callOff = service.failNext({ status: 503 }, everything);
		const timer = setTimeout(() => end?.(), OUTAGE_MS);
		timer.unref();
		end = () => {
			clearTimeout(timer);
			callOff();
			end = undefined;
			model.changeSwitches({ outageEndsAtMs: null });
		};
		model.changeSwitches({ outageEndsAtMs: Date.now() + OUTAGE_MS });
	};
}

/** Answers late. */
export function slowSwitch(service: EventLogService, model: PageModel): Switch {
	return () => {
		const isSlow = !model.state.switches.isSlow;
		service.behaviour.latencyMs = isSlow ? SLOW_ANSWER_MS : 0;
		model.changeSwitches({ isSlow });
	};
}

/** Revokes both ways in of n8n's credentials, which go by a key or by a refresh token. */
export function keySwitch({ accounts }: EventLogService, model: PageModel): Switch {
	const { apiKeys, refreshTokens } = accounts;
	return () => {
		const isKeyRevoked = !model.state.switches.isKeyRevoked;
		const stays = (secret: string) =>
			!isKeyRevoked || (secret !== DEFAULT_API_KEY && secret !== DEFAULT_REFRESH_TOKEN);
		accounts.apiKeys = apiKeys.filter(({ secret }) => stays(secret));
		accounts.refreshTokens = refreshTokens.filter(({ refreshToken }) => stays(refreshToken));
		model.changeSwitches({ isKeyRevoked });
	};
}
