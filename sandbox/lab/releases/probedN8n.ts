import { chainOf, EVENT_LOG_TYPE, eventLogNode, onRequest } from '../../n8n/chain';
import { addActive, addCredential, testCredential, type CredentialName } from '../../n8n/editing';
import { fieldOf, objectsIn, type EditorApi } from '../../n8n/editorApi';
import { DELIVERY_WORKFLOW, TRIGGER_TYPE } from '../../n8n/imports';
import { editorUrl } from '../../n8n/settings';
import { waitUntil } from '../../processes/waitUntil';
import type { Lab } from '../lab';
import type { Probed } from './checks';
import type { Probe, WayIn } from './probes';
import { credentialFields, probesWith, verifyCredentialTest, WAYS_IN } from './probes';

const BATCH = 3;
const AS_ITEMS = { responseData: 'allEntries' };
const AS_FILE = { responseData: 'firstEntryBinary', responseBinaryPropertyName: 'data' };

async function load(api: EditorApi): Promise<void> {
	const nodeInfos = [EVENT_LOG_TYPE, TRIGGER_TYPE].map((name) => ({ name, version: 1 }));
	const found = objectsIn(await api.post('node-types', { nodeInfos }));
	// n8n gives the names without that of their package.
	const names = found.map((type) => `.${String(fieldOf(type, 'name'))}`);
	for (const { name } of nodeInfos) {
		if (!names.some((known) => name.endsWith(known))) throw new Error(`n8n has no node ${name}`);
	}
}

/** In two batches, with a renewed access token between them; then nothing may come again. */
async function deliver(lab: Lab): Promise<void> {
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

/** All of a release of n8n, running in a lab in which nothing is published. */
export function probedN8n(lab: Lab, api: EditorApi): Probed {
	const { n8n, wait } = lab;
	const { service } = lab.systems;
	const credentials = new Map<WayIn, CredentialName>();
	const credentialFor = async (wayIn: WayIn) => {
		const fields = credentialFields(wayIn, service.baseUrl);
		const known = credentials.get(wayIn) ?? (await addCredential(api, wayIn, fields));
		credentials.set(wayIn, known);
		return known;
	};
	let probed = 0;
	/** Has a webhook run the node, and gives what it answers with: what the node gives. */
	const runNode = async ({ wayIn, parameters, output }: Probe) => {
		const path = `probe-${++probed}`;
		const node = eventLogNode(await credentialFor(wayIn), parameters, {
			onError: 'continueRegularOutput',
			alwaysOutputData: true,
		});
		const answer = output === 'file' ? AS_FILE : AS_ITEMS;
		await addActive(api, chainOf(path, [onRequest(path, answer), node]));
		const url = `${editorUrl(n8n.main.n8n.settings)}/webhook/${path}`;
		// n8n registers a webhook shortly after it says that the workflow is active.
		return await waitUntil(`the webhook ${path}`, wait, async () => {
			const response = await fetch(url, { signal: wait.signal });
			return response.status !== 404 && (await response.text());
		});
	};
	return {
		Loads: () => load(api),
		'Credential test': async () => {
			for (const wayIn of WAYS_IN) {
				const fields = credentialFields(wayIn, service.baseUrl);
				verifyCredentialTest(wayIn, await testCredential(api, await credentialFor(wayIn), fields));
			}
		},
		...probesWith(service, runNode),
		Trigger: () => deliver(lab),
	};
}
