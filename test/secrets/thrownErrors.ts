import type { INodeParameters } from 'n8n-workflow';
import { OrgEventLog } from '../../nodes/OrgEventLog/OrgEventLog.node.ts';
import { OrgEventLogTrigger } from '../../nodes/OrgEventLog/OrgEventLogTrigger.node.ts';
import { createAccounts, registerAccounts, type Account } from '../../sandbox/secrets/accounts';
import { ECHOES, startHostileService } from '../../sandbox/secrets/hostileService';
import type { Secret } from '../../sandbox/secrets/search';
import { Teardown } from '../../sandbox/command/teardown';
import type { Fault } from '../../sandbox/service';
import { makeEvent, startEventLogService } from '../../sandbox/service';
import {
	createCredentialStore,
	createExecuteContext,
	createPollContext,
} from '../support/n8nContexts';

/** One of each kind of failure; those that are tried again take longer than a test has. */
const FAULTS: readonly Fault[] = [
	{ status: 401 },
	{ status: 403 },
	{ status: 400, body: '{"message":"limit"}' },
	{ status: 404 },
	{ status: 500 },
	{ html: 200 },
	{ body: '{"data":"none"}' },
	{ truncateAfter: 20 },
	{ redirectTo: 'http://127.0.0.1:9/elsewhere' },
];

const PARAMETERS: INodeParameters = { options: { timeout: 1_000 } };

/** Runs node and trigger with an account. Gives what they threw. */
async function errorsWith({ baseUrl, authentication, secret }: Account): Promise<Error[]> {
	const credential = createCredentialStore({
		...{ baseUrl, authentication },
		[authentication]: secret.value,
	});
	const node = new OrgEventLog();
	const trigger = new OrgEventLogTrigger();
	const execution = createExecuteContext({
		...{ node, credential },
		parameters: { operation: 'list', ...PARAMETERS },
	});
	const poll = createPollContext({ node: trigger, credential, parameters: PARAMETERS });
	const outcomes = await Promise.allSettled([
		execution.run(async (context) => await node.execute.call(context)),
		poll.run(async (context) => await trigger.poll.call(context)),
	]);
	return outcomes.flatMap((outcome) =>
		outcome.status === 'rejected' && outcome.reason instanceof Error ? [outcome.reason] : [],
	);
}

/** Has the nodes throw all that they throw, at a service that fails and at one that repeats its token. */
export async function collectThrownErrors() {
	const teardown = new Teardown();
	const run = { signal: new AbortController().signal, teardown };
	const service = await startEventLogService();
	teardown.add(() => service.close());
	service.log.append(makeEvent({ id: 'event-1', createdAtMs: Date.now() }));
	const hostile = await startHostileService('http://127.0.0.1:9', run);
	const accounts = createAccounts(service, hostile);
	registerAccounts(service, accounts);
	const errors: Error[] = [];
	try {
		for (const fault of FAULTS) {
			service.failNext(fault, { times: 1_000 });
			errors.push(...(await errorsWith(accounts.token)), ...(await errorsWith(accounts.key)));
			service.faults.clear();
		}
		for (const tokenExchange of ['unauthorized', 'html', 'noMessage'] as const) {
			service.behaviour = { ...service.behaviour, tokenExchange };
			errors.push(...(await errorsWith(accounts.token)));
		}
		for (const exchanges of [true, false]) {
			for (const echo of ECHOES) {
				Object.assign(hostile, { echo, exchanges });
				errors.push(...(await errorsWith(accounts.hostileToken)));
				errors.push(...(await errorsWith(accounts.hostileKey)));
			}
		}
		errors.push(...(await errorsWith(accounts.nobody)), ...(await errorsWith(accounts.tls)));
	} finally {
		await teardown.run();
	}
	const ofHostile = hostile.issued.map(({ accessToken }) => accessToken);
	const issued = [...service.issuedAccessTokens, ...ofHostile];
	const secrets: Secret[] = [
		...Object.values(accounts).map(({ secret }) => secret),
		...issued.map((value, index) => ({ name: `access token ${index + 1}`, value })),
	];
	return { errors, secrets };
}
