import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandRun } from '../command/command';
import { Teardown } from '../command/teardown';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import {
	addActive,
	addCredential,
	openAsOwner,
	testCredential,
	type CredentialName,
} from '../n8n/editing';
import { fieldOf, type EditorApi } from '../n8n/editorApi';
import { TRIGGER_TYPE } from '../n8n/imports';
import { createEmptyInstance, temporaryUserFolder, type InstanceBase } from '../n8n/instance';
import { startN8n } from '../n8n/server';
import type { PollingMode } from '../n8n/settings';
import { editorUrl } from '../n8n/settings';
import { waitUntil, type WaitOptions } from '../processes/waitUntil';
import { makeEvent } from '../service';
import { tallyDeliveries } from '../sink/tally';
import { checksOf, type Probed } from './checks';
import { findAll, type Findings } from './findings';
import { PROBES, type ProbeName, type WayIn } from './probes';
import { NODE_TYPE, deliveryWorkflow, probeWorkflow } from './workflows';
import { breakConnections, credentialFields, startWorld } from './world';

const STEP_TIMEOUT_MS = 3 * 60_000;
const OWNER_TIMEOUT_MS = 60_000;
const WEBHOOK_TIMEOUT_MS = 60_000;
/** n8n registers a webhook shortly after it says that the workflow is active. */
const WEBHOOK_RETRY_MS = 500;
const BATCH = 3;

/** A running n8n of some release, and what is around it. */
class ProbedN8n implements Probed {
	private readonly credentials = new Map<WayIn, CredentialName>();
	private readonly wait: WaitOptions;

	constructor(
		private readonly url: string,
		private readonly api: EditorApi,
		private readonly systems: ExternalSystems,
		private readonly signal: AbortSignal,
	) {
		this.wait = { timeoutMs: STEP_TIMEOUT_MS, signal };
	}

	async load(): Promise<void> {
		const nodeInfos = [NODE_TYPE, TRIGGER_TYPE].map((name) => ({ name, version: 1 }));
		const found = await this.api.post('node-types', { nodeInfos });
		// n8n gives the names without that of their package.
		const names = Array.isArray(found)
			? found.map((type) => `.${String(fieldOf(type, 'name'))}`)
			: [];
		for (const { name } of nodeInfos) {
			if (!names.some((known) => name.endsWith(known))) throw new Error(`n8n has no node ${name}`);
		}
	}

	async testCredentials(): Promise<void> {
		for (const wayIn of ['refreshToken', 'apiKey', 'refusedToken'] as const) {
			const fields = credentialFields(wayIn, this.systems.service.baseUrl);
			const said = await testCredential(this.api, await this.credential(wayIn), fields);
			const isRight =
				wayIn === 'refusedToken' ? said.startsWith('The refresh token') : said === 'OK';
			if (!isRight) throw new Error(`The test of ${wayIn} says: ${said}`);
		}
	}

	async probe(name: ProbeName): Promise<void> {
		const probe = PROBES[name];
		const path = `probe-${Object.keys(PROBES).indexOf(name)}`;
		const credential = await this.credential(probe.wayIn);
		await addActive(this.api, probeWorkflow(path, probe, credential));
		if (name === 'Survives broken connections') breakConnections(this.systems.service);
		probe.verify(await this.callWebhook(path), this.systems.service.log);
		const { pending } = this.systems.service.faults;
		if (pending > 0) throw new Error(`${pending} broken connections were not met`);
	}

	/** In two batches, with a renewed access token between them; then nothing may come again. */
	async deliver(): Promise<void> {
		const { sink, service, polls, endpoints } = this.systems;
		const credential = await this.credential('refreshToken');
		await addActive(this.api, deliveryWorkflow('delivery', endpoints.sinkUrl, credential));
		await polls.waitForPoll(this.wait);
		const created = new Set<string>();
		const tally = () => tallyDeliveries(created, sink.deliveries);
		for (const batch of ['first', 'second']) {
			const createdAtMs = Date.now();
			const events = Array.from({ length: BATCH }, (_, index) =>
				makeEvent({ id: `${batch}-${index}`, createdAtMs }),
			);
			for (const { id } of events) created.add(id);
			service.log.append(...events);
			service.expireAccessTokens();
			await waitUntil('the events to be delivered', this.wait, () => tally().lost === 0);
		}
		await polls.waitForPoll(this.wait);
		const { duplicates, unexpected } = tally();
		if (duplicates + unexpected > 0) {
			throw new Error(`${duplicates} events came twice, ${unexpected} should not have come`);
		}
	}

	private async credential(wayIn: WayIn): Promise<CredentialName> {
		const known = this.credentials.get(wayIn);
		if (known !== undefined) return known;
		const fields = credentialFields(wayIn, this.systems.service.baseUrl);
		const added = await addCredential(this.api, wayIn, fields);
		this.credentials.set(wayIn, added);
		return added;
	}

	private async callWebhook(path: string): Promise<string> {
		const signal = AbortSignal.any([this.signal, AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)]);
		for (;;) {
			const response = await fetch(`${this.url}/webhook/${path}`, { signal });
			if (response.status !== 404) return await response.text();
			await sleep(WEBHOOK_RETRY_MS, undefined, { signal });
		}
	}
}

/** Starts the n8n with the packed package in a polling mode, and makes all checks. */
export async function probeN8n(
	base: InstanceBase,
	pollingMode: PollingMode,
	{ signal, teardown }: CommandRun,
): Promise<Findings> {
	const own: CommandRun = { signal, teardown: new Teardown() };
	teardown.add(async () => await own.teardown.run());
	const userFolder = temporaryUserFolder('compat');
	own.teardown.addLast(() => rmSync(userFolder, { recursive: true, force: true }));
	try {
		const systems = await startWorld(own);
		const place = { userFolder, timezone: 'UTC', pollingMode };
		const n8n = await createEmptyInstance(base, place);
		await startN8n(n8n, own);
		const api = await openAsOwner(n8n.settings, { timeoutMs: OWNER_TIMEOUT_MS, signal });
		const probed = new ProbedN8n(editorUrl(n8n.settings), api, systems, signal);
		return await findAll(checksOf(probed), signal);
	} finally {
		await own.teardown.run();
	}
}
