import type { EventLogService } from '../../../sandbox/service';
import {
	DEFAULT_API_KEY,
	DEFAULT_REFRESH_TOKEN,
	NO_READ_API_KEY,
	NO_READ_REFRESH_TOKEN,
	READ_ONLY_API_KEY,
} from '../../../sandbox/service';
import { COUNT, EXCHANGE, FEED, LIST, ask, exchange, servicesForTests, statusOf } from './ask';

const start = servicesForTests();
const PATHS = [LIST, COUNT, FEED];
const statuses = async (service: EventLogService, token?: string) =>
	await Promise.all(PATHS.map(async (path) => await statusOf(service, path, token)));

describe('who may read', () => {
	it.each([
		['an administrator', DEFAULT_API_KEY, 200],
		['a key with the read scope', READ_ONLY_API_KEY, 200],
		['no key without it', NO_READ_API_KEY, 403],
		['no key that there is not', 'no-such-key', 401],
		['no refresh token', DEFAULT_REFRESH_TOKEN, 401],
		['nobody without a token', '', 401],
	])('%s', async (_who, token, status) => {
		expect(await statuses(await start(), token)).toEqual([status, status, status]);
	});

	it('an access token does for as long as it lives, another one each time', async () => {
		let nowMs = 1_715_675_400_000;
		const service = await start(undefined, { accessTokenLifetimeMs: 1000 }, { clock: () => nowMs });
		const [one, other] = [
			await exchange(service, DEFAULT_REFRESH_TOKEN),
			await exchange(service, DEFAULT_REFRESH_TOKEN),
		];
		expect(one).not.toBe(other);
		nowMs += 999;
		expect(await statuses(service, one)).toEqual([200, 200, 200]);
		service.expireAccessTokens();
		expect(await statusOf(service, LIST, one)).toBe(401);
		const next = await exchange(service, DEFAULT_REFRESH_TOKEN);
		nowMs += 1000;
		expect(await statusOf(service, LIST, next)).toBe(401);
		expect(service.issuedAccessTokens).toEqual([one, other, next]);
		const guests = await exchange(service, NO_READ_REFRESH_TOKEN);
		expect(await statuses(service, guests)).toEqual([403, 403, 403]);
		expect(await statusOf(await start(), LIST, guests)).toBe(401);
	});

	it('only the newest token of an account may be accepted', async () => {
		const service = await start(undefined, { acceptedTokens: 'newest' });
		const first = await exchange(service, DEFAULT_REFRESH_TOKEN);
		await exchange(service, NO_READ_REFRESH_TOKEN);
		expect(await statusOf(service, LIST, first)).toBe(200);
		await exchange(service, DEFAULT_REFRESH_TOKEN);
		expect(await statusOf(service, LIST, first)).toBe(401);
	});

	it('only at its own paths and methods, v2 where it is there', async () => {
		const service = await start();
		const v2 = LIST.replace('v1', 'v2');
		for (const path of ['/', '/v1/events', `${LIST}/x`, v2]) {
			expect(await statusOf(service, path)).toBe(404);
		}
		expect((await ask(service, LIST, {}, { method: 'POST' })).status).toBe(404);
		service.behaviour.v2 = 'sameAsV1';
		expect(await statusOf(service, v2)).toBe(200);
		const token = DEFAULT_REFRESH_TOKEN;
		const exchangeOfV2 = EXCHANGE.replace('v1', 'v2');
		expect((await ask(service, exchangeOfV2, {}, { token, method: 'POST' })).status).toBe(404);
	});
});

it('keeps a crowd waiting without a word in the terminal', async () => {
	const warnings: Error[] = [];
	const hear = (warning: Error) => warnings.push(warning);
	process.on('warning', hear);
	const service = await start(undefined, { latencyMs: 20 });
	await Promise.all(
		Array.from({ length: 12 }, async () => await statuses(service, DEFAULT_API_KEY)),
	);
	process.off('warning', hear);
	expect(warnings).toEqual([]);
});
