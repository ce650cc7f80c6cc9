import type { ICredentialType, NodeApiError } from 'n8n-workflow';
import type { OrgEventLogApi } from '../../../../credentials/OrgEventLogApi.credentials';
import { OrgEventLogTrigger } from '../../../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import {
	DEFAULT_REFRESH_TOKEN,
	createEventLog,
	makeEvent,
	startEventLogService,
	type EventLogService,
} from '../../../../sandbox/service';
import {
	createCredentialStore,
	createPollContext,
	createStaticData,
	type CredentialStore,
} from '../../../support/n8nContexts';

const ROUNDS = 2;

let service: EventLogService;
beforeEach(async () => {
	service = await startEventLogService({
		log: createEventLog([makeEvent()]),
		behaviour: { acceptedTokens: 'newest', latencyMs: 5 },
	});
	seedChance();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await service.close();
});

/** Chance that is the same each time; waits are a twentieth of what they are. */
function seedChance(): void {
	let seed = 7;
	jest.spyOn(Math, 'random').mockImplementation(() => {
		seed = (seed * 48_271) % 2_147_483_647;
		return seed / 2_147_483_647 / 20;
	});
}

/** What n8n's database holds, as a process of its own sees it, which knows nothing of another's exchanges. */
function inAnotherProcess(credential: CredentialStore): CredentialStore {
	let type: ICredentialType | undefined;
	jest.isolateModules(() => {
		const path = '../../../../credentials/OrgEventLogApi.credentials';
		const loaded = jest.requireActual<{ OrgEventLogApi: typeof OrgEventLogApi }>(path);
		type = new loaded.OrgEventLogApi();
	});
	return Object.create(credential, {
		credentialType: { value: type },
		stored: {
			get: () => credential.stored,
			set: (stored: CredentialStore['stored']) => (credential.stored = stored),
		},
	}) as CredentialStore;
}

function createTrigger(credential: CredentialStore, number: number) {
	const node = new OrgEventLogTrigger();
	const staticData = createStaticData();
	return async () => {
		const nodeId = `trigger-${number}`;
		// A poll of n8n's schedule, whose failures are not forgiven.
		const options = { node, nodeId, credential, staticData, budgetMs: 60_000 };
		await createPollContext(options).run(async (context) => await node.poll.call(context));
	};
}

async function pollAll(triggers: ReadonlyArray<() => Promise<void>>): Promise<Set<string>> {
	const ends = await Promise.allSettled(triggers.map(async (poll) => await poll()));
	return new Set(
		ends.map((end) =>
			end.status === 'fulfilled' ? 'fine' : String((end.reason as NodeApiError).failure?.cause),
		),
	);
}

const createCredential = () =>
	createCredentialStore({ baseUrl: service.baseUrl, refreshToken: DEFAULT_REFRESH_TOKEN });
const exchanges = () =>
	service.requests.filter(({ operation }) => operation === 'tokenExchange').length;

it('is never said to have a wrong credential by triggers of several processes', async () => {
	const credential = createCredential();
	const processes = Array.from({ length: 4 }, () => inAnotherProcess(credential));
	const triggers = processes.flatMap((process, of) =>
		Array.from({ length: 4 }, (_, at) => createTrigger(process, of * 4 + at)),
	);
	const ends = [];
	for (let round = 0; round < ROUNDS; round++) {
		service.expireAccessTokens();
		ends.push(...(await pollAll(triggers)));
	}
	expect(exchanges()).toBeGreaterThan(ROUNDS);
	expect(ends).toContain('fine');
	expect(['fine', 'temporarily-unavailable']).toEqual(expect.arrayContaining(ends));
});

it('is said to have one where the exchange itself is refused', async () => {
	const credential = createCredential();
	credential.stored.refreshToken = 'revoked';
	const triggers = [1, 2, 3].map((at) => createTrigger(credential, at));
	expect(await pollAll(triggers)).toEqual(new Set(['credential-invalid']));
	expect(exchanges()).toBe(1);
});
