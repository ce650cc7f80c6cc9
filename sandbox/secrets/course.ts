import { setTimeout as sleep } from 'node:timers/promises';
import { addActive, addWorkflow } from '../n8n/editing';
import { listExecutions } from '../n8n/executions';
import { startByHand } from '../n8n/manualRun';
import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import type { EventLogService } from '../service';
import { makeEvent } from '../service';
import type { Account, AccountName, Accounts } from './accounts';
import { registerAccounts } from './accounts';
import type { Browser } from './browser';
import { newSecret } from './decoys';
import type { HostileService } from './hostileService';
import { ECHOES } from './hostileService';
import * as credentials from './n8nCredentials';
import type { Secret } from './search';
import type { Situation } from './situations';
import { situations } from './situations';
import type { Stranger } from './stranger';
import type { TestWorkflow } from './workflows';
import {
	toEditorForm,
	triggerWorkflow,
	workflowsAtHostileService,
	workflowsAtService,
	workflowsWithoutService,
} from './workflows';

/** Everyone who takes part. */
export interface Scene {
	readonly browser: Browser;
	readonly service: EventLogService;
	readonly hostile: HostileService;
	readonly stranger: Stranger;
	readonly accounts: Accounts;
	readonly wait: WaitOptions;
}

const ENDED = new Set(['success', 'error', 'crashed', 'canceled']);
const CHECK_INTERVAL_MS = 300;
const AT_SERVICE: readonly AccountName[] = ['token', 'key', 'requestToken', 'requestKey'];
const AT_HOSTILE: readonly AccountName[] = ['hostileToken', 'hostileKey'];
const WITHOUT_SERVICE: readonly AccountName[] = ['tls', 'nobody'];

/** Takes an n8n through all that may go wrong with a secret in hand. */
export class Course {
	private readonly ids: Partial<Record<AccountName, string>> = {};
	private published = '';

	constructor(private readonly scene: Scene) {}

	/** Runs all of it. Gives the secrets that came in on the way. */
	async take(): Promise<Secret[]> {
		registerAccounts(this.scene.service, this.scene.accounts);
		await this.enterCredentials();
		this.published = await this.publishTrigger();
		await Promise.all([this.goThroughSituations(), this.meetHostileService(), this.meetNobody()]);
		const secrets = await this.changeToken();
		await this.seeTriggerSucceedAndFail();
		return secrets;
	}

	private async enterCredentials(): Promise<void> {
		for (const [name, account] of Object.entries(this.scene.accounts)) {
			const id = await credentials.createCredential(this.scene.browser, account);
			Object.assign(this.ids, { [name]: id });
		}
	}

	private async publishTrigger(): Promise<string> {
		return await addActive(this.scene.browser, toEditorForm(triggerWorkflow('key'), this.ids));
	}

	private async goThroughSituations(): Promise<void> {
		const { service, stranger } = this.scene;
		const { ours, n8ns } = workflowsAtService(service.baseUrl);
		const nodes = await this.createAll(ours);
		const requests = await this.createAll(n8ns);
		for (const situation of situations(stranger.baseUrl)) {
			await this.live(situation, situation.isForOurNodesOnly ? nodes : [...nodes, ...requests]);
		}
	}

	private async live(situation: Situation, workflows: readonly string[]): Promise<void> {
		const { service } = this.scene;
		const { behaviour } = service;
		console.error(`The service: ${situation.name}`);
		situation.begin(service);
		await this.runAll(workflows, situation.isSilent ? [] : AT_SERVICE);
		service.faults.clear();
		service.behaviour = behaviour;
	}

	private async meetHostileService(): Promise<void> {
		const { hostile } = this.scene;
		const workflows = await this.createAll(workflowsAtHostileService(hostile.baseUrl));
		for (const exchanges of [true, false]) {
			for (const echo of ECHOES) {
				Object.assign(hostile, { echo, exchanges });
				await this.runAll(workflows, AT_HOSTILE);
			}
		}
	}

	private async meetNobody(): Promise<void> {
		await this.runAll(await this.createAll(workflowsWithoutService()), WITHOUT_SERVICE);
	}

	/** The token that was stored with the old one is still in n8n's credential then. */
	private async changeToken(): Promise<Secret[]> {
		const { browser, service, accounts } = this.scene;
		const changed: Account = { ...accounts.token, secret: newSecret('the changed refreshToken') };
		registerAccounts(service, { ...accounts, token: changed });
		await credentials.changeCredential(browser, this.ids.token ?? '', changed);
		const workflows = await this.createAll(workflowsAtService(service.baseUrl).ours.slice(0, 2));
		await this.runAll(workflows, []);
		return [changed.secret];
	}

	/** A poll that delivers, and one that fails, as the schedule has them. */
	private async seeTriggerSucceedAndFail(): Promise<void> {
		const { browser, service, wait } = this.scene;
		const statuses = async () => {
			await sleep(CHECK_INTERVAL_MS, undefined, { signal: wait.signal });
			const executions = await listExecutions(browser, this.published);
			return new Set(executions.map(({ status }) => status));
		};
		const createdAtMs = Date.now();
		service.log.append(makeEvent({ id: `secrets-test-${createdAtMs}`, createdAtMs }));
		await waitUntil('the trigger to deliver', wait, async () => (await statuses()).has('success'));
		service.failNext({ status: 401 }, { times: 1_000_000 });
		await waitUntil('the trigger to fail', wait, async () => (await statuses()).has('error'));
		service.faults.clear();
	}

	private async createAll(workflows: readonly TestWorkflow[]): Promise<string[]> {
		const ids: string[] = [];
		for (const workflow of workflows) {
			ids.push((await addWorkflow(this.scene.browser, toEditorForm(workflow, this.ids))).id);
		}
		return ids;
	}

	/** Starts each workflow, and asks what the editor asks with these accounts, all at once. */
	private async runAll(
		workflows: readonly string[],
		accounts: readonly AccountName[],
	): Promise<void> {
		const { browser } = this.scene;
		await Promise.all([
			...accounts.map(async (name) => await this.askInEditor(name)),
			Promise.all(workflows.map(async (id) => await startByHand(browser, id))).then(
				async (executions) => await this.waitForEnd(executions),
			),
		]);
	}

	private async askInEditor(name: AccountName): Promise<void> {
		const { browser, accounts } = this.scene;
		const id = this.ids[name] ?? '';
		await credentials.testCredential(browser, id, accounts[name]);
		// n8n hands a failure on with a status of its own, which is what is tried.
		await credentials.openList(browser, id, accounts[name]).catch(() => undefined);
	}

	private async waitForEnd(ids: readonly string[]): Promise<void> {
		const { browser, wait } = this.scene;
		await waitUntil(`executions ${ids.join(', ')} to end`, wait, async () => {
			await sleep(CHECK_INTERVAL_MS, undefined, { signal: wait.signal });
			const executions = await listExecutions(browser);
			const ended = executions.filter(({ status }) => ENDED.has(status)).map(({ id }) => id);
			return ids.every((id) => ended.includes(id));
		});
	}
}
