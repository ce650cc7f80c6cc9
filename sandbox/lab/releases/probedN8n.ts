import { chainOf, EVENT_LOG_TYPE, eventLogNode, onRequest } from '../../n8n/chain';
import {
	addActive,
	addCredential,
	testCredential,
	type CredentialName,
	type NewWorkflow,
} from '../../n8n/editing';
import { fieldOf, objectsIn, type EditorApi } from '../../n8n/editorApi';
import { DELIVERY_WORKFLOW, TRIGGER_TYPE } from '../../n8n/imports';
import { editorUrl } from '../../n8n/settings';
import { waitUntil } from '../../processes/waitUntil';
import type { Lab } from '../lab';
import type { Probed, ProbeName } from './checks';
import type { Probe, WayIn } from './probes';
import {
	breakConnections,
	credentialFields,
	PROBES,
	verifyCredentialTest,
	WAYS_IN,
} from './probes';

const BATCH = 3;

/** Runs the node when its webhook is called, and answers with what the node gives. */
function probeWorkflow(
	path: string,
	{ parameters, output }: Probe,
	orgEventLogApi: CredentialName,
): NewWorkflow {
	const answer =
		output === 'file'
			? { responseData: 'firstEntryBinary', responseBinaryPropertyName: 'data' }
			: { responseData: 'allEntries' };
	return chainOf(path, [
		onRequest(path, answer),
		eventLogNode(orgEventLogApi, parameters, {
			onError: 'continueRegularOutput',
			alwaysOutputData: true,
		}),
	]);
}

/** All of a release of n8n, running in a lab in which nothing is published. */
export class ProbedN8n implements Probed {
	private readonly credentials = new Map<WayIn, CredentialName>();

	constructor(
		private readonly lab: Lab,
		private readonly api: EditorApi,
	) {}

	async load(): Promise<void> {
		const nodeInfos = [EVENT_LOG_TYPE, TRIGGER_TYPE].map((name) => ({ name, version: 1 }));
		const found = objectsIn(await this.api.post('node-types', { nodeInfos }));
		// n8n gives the names without that of their package.
		const names = found.map((type) => `.${String(fieldOf(type, 'name'))}`);
		for (const { name } of nodeInfos) {
			if (!names.some((known) => name.endsWith(known))) throw new Error(`n8n has no node ${name}`);
		}
	}

	async testCredentials(): Promise<void> {
		for (const wayIn of WAYS_IN) {
			const fields = credentialFields(wayIn, this.lab.systems.service.baseUrl);
			const said = await testCredential(this.api, await this.credential(wayIn), fields);
			verifyCredentialTest(wayIn, said);
		}
	}

	async probe(name: ProbeName): Promise<void> {
		const { service } = this.lab.systems;
		const probe = PROBES[name];
		const path = `probe-${Object.keys(PROBES).indexOf(name)}`;
		const credential = await this.credential(probe.wayIn);
		await addActive(this.api, probeWorkflow(path, probe, credential));
		if (name === 'Survives broken connections') breakConnections(service);
		probe.verify(await this.callWebhook(path), service.log);
		const { pending } = service.faults;
		if (pending > 0) throw new Error(`${pending} broken connections were not met`);
	}

	/** In two batches, with a renewed access token between them; then nothing may come again. */
	async deliver(): Promise<void> {
		const { lab } = this;
		await lab.publish([DELIVERY_WORKFLOW]);
		for (let batch = 0; batch < 2; batch++) {
			lab.add(BATCH);
			lab.systems.service.expireAccessTokens();
			await lab.delivered();
		}
		await lab.drained();
		const faults = lab.ledger.faults('exactlyOnce');
		if (faults.length > 0) throw new Error(faults.join(', '));
	}

	private async credential(wayIn: WayIn): Promise<CredentialName> {
		const known = this.credentials.get(wayIn);
		if (known !== undefined) return known;
		const fields = credentialFields(wayIn, this.lab.systems.service.baseUrl);
		const added = await addCredential(this.api, wayIn, fields);
		this.credentials.set(wayIn, added);
		return added;
	}

	/** n8n registers a webhook shortly after it says that the workflow is active. */
	private async callWebhook(path: string): Promise<string> {
		const { n8n, wait } = this.lab;
		const url = `${editorUrl(n8n.main.n8n.settings)}/webhook/${path}`;
		return await waitUntil(`the webhook ${path}`, wait, async () => {
			const response = await fetch(url, { signal: wait.signal });
			return response.status !== 404 && (await response.text());
		});
	}
}
