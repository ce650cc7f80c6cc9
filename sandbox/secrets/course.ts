import { setTimeout as sleep } from 'node:timers/promises';
import {
	addActive,
	addCredential,
	addWorkflow,
	CREDENTIAL_TYPE,
	type CredentialName,
	type NewWorkflow,
	testCredential,
} from '../n8n/editing';
import type { EditorApi } from '../n8n/editorApi';
import { isUnderWay, listExecutions } from '../n8n/executions';
import { startByHand } from '../n8n/manualRun';
import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import type { EventLogService } from '../service';
import { makeEvent } from '../service';
import { type AccountName, type Accounts, fieldsOf, registerAccounts } from './accounts';
import { newSecret } from './decoys';
import { ECHOES, type HostileService } from './hostileService';
import type { Secret } from './search';
import { situations } from './situations';
import { listWorkflow, ownWorkflows, requestWorkflow, triggerWorkflow } from './workflows';

/** Everyone who takes part. */
interface Scene {
	readonly api: EditorApi;
	readonly service: EventLogService;
	readonly hostile: HostileService;
	readonly strangerUrl: string;
	readonly accounts: Accounts;
	readonly wait: WaitOptions;
}

const CHECK_INTERVAL_MS = 300;
const AT_SERVICE: readonly AccountName[] = ['token', 'key', 'requestToken', 'requestKey'];

/** Takes an n8n through all that may go wrong with a secret in hand. */
export class Course {
	private readonly credentials = new Map<string, CredentialName>();

	constructor(private readonly scene: Scene) {}

	/** Runs all of it. Gives the secrets that came in on the way. */
	async take(): Promise<Secret[]> {
		const { api, accounts, service } = this.scene;
		registerAccounts(service, accounts);
		for (const [name, account] of Object.entries(accounts)) {
			const credential = await addCredential(api, account.name, fieldsOf(account));
			this.credentials.set(name, credential);
		}
		const published = await addActive(api, triggerWorkflow(this.credential('key')));
		await Promise.all([this.goThroughSituations(), this.meetHostileService(), this.meetNobody()]);
		const secret = await this.changeToken();
		await this.seeTriggerSucceedAndFail(published);
		return [secret];
	}

	private async goThroughSituations(): Promise<void> {
		const { service, strangerUrl } = this.scene;
		const { behaviour, baseUrl } = service;
		const nodes = await this.createAll(
			this.named('token', 'key').flatMap((credential) => ownWorkflows(credential)),
		);
		const requests = await this.createAll(
			this.named('requestToken', 'requestKey').map((name) => requestWorkflow(name, baseUrl)),
		);
		for (const { name, begin, isForOurNodesOnly, isSilent } of situations(strangerUrl)) {
			console.error(`The service: ${name}`);
			begin(service);
			const workflows = isForOurNodesOnly ? nodes : [...nodes, ...requests];
			await this.runAll(workflows, isSilent ? [] : AT_SERVICE);
			service.faults.clear();
			service.behaviour = behaviour;
		}
	}

	private async meetHostileService(): Promise<void> {
		const { hostile } = this.scene;
		const workflows = await this.createAll([
			...this.named('hostileToken', 'hostileKey').flatMap(ownWorkflows),
			...this.named('hostileRequestToken', 'hostileRequestKey').map((credential) =>
				requestWorkflow(credential, hostile.baseUrl),
			),
		]);
		for (const exchanges of [true, false]) {
			for (const echo of ECHOES) {
				Object.assign(hostile, { echo, exchanges });
				await this.runAll(workflows, ['hostileToken', 'hostileKey']);
			}
		}
	}

	private async meetNobody(): Promise<void> {
		const workflows = await this.createAll(this.named('tls', 'nobody').map(listWorkflow));
		await this.runAll(workflows, ['tls', 'nobody']);
	}

	/** The token that was stored with the old one is still in n8n's credential then. */
	private async changeToken(): Promise<Secret> {
		const { api, service, accounts } = this.scene;
		const secret = newSecret('the changed refreshToken');
		const changed = { ...accounts.token, secret };
		registerAccounts(service, { ...accounts, token: changed });
		const { id, name } = this.credential('token');
		await api.patch(`credentials/${id}`, { name, type: CREDENTIAL_TYPE, data: fieldsOf(changed) });
		const workflows = ownWorkflows(this.credential('token')).slice(0, 2);
		await this.runAll(await this.createAll(workflows), []);
		return secret;
	}

	/** A poll that delivers, and one that fails, as the schedule has them. */
	private async seeTriggerSucceedAndFail(published: string): Promise<void> {
		const { api, service, wait } = this.scene;
		const hasA = (wanted: string) => async () => {
			await sleep(CHECK_INTERVAL_MS, undefined, { signal: wait.signal });
			return (await listExecutions(api, published)).some(({ status }) => status === wanted);
		};
		const createdAtMs = Date.now();
		service.log.append(makeEvent({ id: `secrets-test-${createdAtMs}`, createdAtMs }));
		await waitUntil('the trigger to deliver', wait, hasA('success'));
		service.failNext({ status: 401 }, { times: 1_000_000 });
		await waitUntil('the trigger to fail', wait, hasA('error'));
		service.faults.clear();
	}

	private credential(name: AccountName): CredentialName {
		return this.credentials.get(name) ?? { id: '', name };
	}

	private named(...names: readonly AccountName[]): CredentialName[] {
		return names.map((name) => this.credential(name));
	}

	private async createAll(workflows: readonly NewWorkflow[]): Promise<string[]> {
		const ids: string[] = [];
		for (const workflow of workflows) ids.push((await addWorkflow(this.scene.api, workflow)).id);
		return ids;
	}

	/** Starts each workflow, and asks what the editor asks with these accounts, all at once. */
	private async runAll(
		workflows: readonly string[],
		accounts: readonly AccountName[],
	): Promise<void> {
		const { api, wait } = this.scene;
		const runToEnd = async () => {
			const ids = await Promise.all(workflows.map(async (id) => await startByHand(api, id)));
			await waitUntil(`executions ${ids.join(', ')} to end`, wait, async () => {
				await sleep(CHECK_INTERVAL_MS, undefined, { signal: wait.signal });
				const executions = await listExecutions(api);
				const ended = executions.filter(({ status }) => !isUnderWay(status)).map(({ id }) => id);
				return ids.every((id) => ended.includes(id));
			});
		};
		await Promise.all([runToEnd(), ...accounts.map(async (name) => await this.askInEditor(name))]);
	}

	/** Tests what is stored and what is being entered, and opens a filter's list, for which n8n asks by itself. */
	private async askInEditor(name: AccountName): Promise<void> {
		const { api, accounts } = this.scene;
		const credential = this.credential(name);
		await testCredential(api, credential);
		await testCredential(api, credential, fieldsOf(accounts[name]));
		const list = api.post('dynamic-node-parameters/resource-locator-results', {
			path: 'parameters.filters.type',
			methodName: 'searchType',
			nodeTypeAndVersion: { name: 'n8n-nodes-org-event-log.orgEventLog', version: 1 },
			currentNodeParameters: { resource: 'event', operation: 'list' },
			credentials: { [CREDENTIAL_TYPE]: credential },
		});
		// n8n hands a failure on with a status of its own, which is what is tried.
		await list.catch(() => undefined);
	}
}
