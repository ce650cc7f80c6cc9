import { ConcurrencyLimiter } from '../../../../nodes/OrgEventLog/api/concurrencyLimiter';
import { EventLogFailure, type Outcome } from '../../../../nodes/OrgEventLog/errors/failure';

const OK: Outcome<string> = { value: 'page' };
const failed = (kind: 'rateLimited' | 'overloaded' | 'connectionLost'): Outcome<string> => ({
	failure: new EventLogFailure(kind, { status: 429 }),
});

/** Requests that stay in flight until the test lets them end. */
function createRequests(limiter: ConcurrencyLimiter) {
	const inFlight: Array<(outcome: Outcome<string>) => void> = [];
	const send = () => new Promise<Outcome<string>>((resolve) => inFlight.push(resolve));
	const settle = async () => await new Promise((resolve) => setImmediate(resolve));
	return {
		start: (count: number) => Array.from({ length: count }, () => limiter.run(send)),
		inFlight: async () => {
			await settle();
			return inFlight.length;
		},
		end: async (outcome: Outcome<string>) => {
			await settle();
			inFlight.shift()?.(outcome);
		},
	};
}

it('lets as many requests through at a time as it is told, and the others in their turn', async () => {
	const requests = createRequests(new ConcurrencyLimiter(2));
	const outcomes = requests.start(3);
	expect(await requests.inFlight()).toBe(2);
	await requests.end(OK);
	expect(await requests.inFlight()).toBe(2);
	await requests.end(OK);
	await requests.end(OK);
	expect(await Promise.all(outcomes)).toEqual([OK, OK, OK]);
});

it.each(['rateLimited', 'overloaded'] as const)(
	'lets one through at a time once a request was %s, and that one again',
	async (kind) => {
		const requests = createRequests(new ConcurrencyLimiter(3));
		const outcomes = requests.start(3);
		await requests.end(failed(kind));
		expect(await requests.inFlight()).toBe(2);
		await requests.end(OK);
		await requests.end(OK);
		expect(await requests.inFlight()).toBe(1);
		await requests.end(OK);
		expect(await Promise.all(outcomes)).toEqual([OK, OK, OK]);
	},
);

it('sends nothing beside a request that was told to wait, even while that waits', async () => {
	const limiter = new ConcurrencyLimiter(2);
	const requests = createRequests(limiter);
	void Promise.all(requests.start(3));
	expect(await requests.inFlight()).toBe(2);
	limiter.observe(failed('rateLimited'));
	await requests.end(OK);
	expect(await requests.inFlight()).toBe(1);
});

it('hands over what failed for another reason, or though it was alone', async () => {
	const lost = failed('connectionLost');
	expect(await new ConcurrencyLimiter(4).run(() => Promise.resolve(lost))).toBe(lost);
	const turnedAway = failed('rateLimited');
	expect(await new ConcurrencyLimiter(1).run(() => Promise.resolve(turnedAway))).toBe(turnedAway);
	expect(await new ConcurrencyLimiter(4).run(() => Promise.resolve(turnedAway))).toBe(turnedAway);
});

it.each(['rateLimited', 'overloaded'] as const)(
	'gives up on requests that are %s even alone, however many wait for their turn',
	async (kind) => {
		const limiter = new ConcurrencyLimiter(2);
		const requests = createRequests(limiter);
		const outcomes = requests.start(4);
		expect(await requests.inFlight()).toBe(2);
		limiter.observe(failed(kind));
		// Two were in flight together, and are made once more; then each is alone.
		for (let ended = 0; ended < 2 + 4; ended++) await requests.end(failed(kind));
		expect(await requests.inFlight()).toBe(0);
		expect(await Promise.all(outcomes)).toEqual(outcomes.map(() => failed(kind)));
	},
);
