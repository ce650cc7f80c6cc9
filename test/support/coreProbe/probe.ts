import { writeFileSync } from 'node:fs';
import { CredentialTestContext, PackageDirectoryLoader } from 'n8n-core';
import { version as core } from 'n8n-core/package.json';
import type { ICredentialType, INodeExecutionData, INodeType, NodeOutput } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { createExecuteContext, createPollContext } from '../n8nContexts';
import { createStaticData, readBinary } from '../n8nContexts';
import {
	CREDENTIAL_DETAILS,
	CREDENTIAL_TYPE,
	CredentialStore,
} from '../n8nContexts/credentialStore';
import type { EventLogService } from '../../../sandbox/service';
import { makeEvent, seededLog, startEventLogService } from '../../../sandbox/service';
import { findAll, type Findings, type Probed } from '../../../sandbox/lab/releases/checks';
import {
	SERVICE_BEHAVIOUR,
	WAYS_IN,
	credentialFields,
	history,
	probesWith,
	verifyCredentialTest,
	type WayIn,
} from '../../../sandbox/lab/releases/probes';

/** The package's nodes and credential, as n8n-core itself loads them. */
interface Loaded {
	readonly node: INodeType;
	readonly trigger: INodeType;
	readonly credentialType: ICredentialType;
}

async function loadPackage(folder: string): Promise<Loaded> {
	const loader = new PackageDirectoryLoader(folder);
	await loader.loadAll();
	const nodeOf = (name: string) => NodeHelpers.getVersionedNodeType(loader.getNode(name).type);
	return {
		node: nodeOf('orgEventLog'),
		trigger: nodeOf('orgEventLogTrigger'),
		credentialType: loader.getCredential(CREDENTIAL_TYPE).type,
	};
}

/** What a node gives at its one output; nothing where it gives none. */
function itemsOf(output: NodeOutput | INodeExecutionData[][] | undefined): INodeExecutionData[] {
	return Array.isArray(output) ? (output[0] ?? []) : [];
}

/** Polls in one context, with a renewed access token, then in that of a restarted n8n. */
async function deliver(
	node: INodeType,
	credential: CredentialStore,
	service: EventLogService,
): Promise<void> {
	const delivered: string[] = [];
	const poller = (saved?: string) => {
		const staticData = createStaticData(saved);
		const { run } = createPollContext({ node, credential, staticData, budgetMs: null });
		const poll = async () => {
			const items = itemsOf(await run((context) => node.poll?.call(context)));
			delivered.push(
				...items.map(({ json: { id } }) =>
					typeof id === 'string' ? id : 'something without an id',
				),
			);
		};
		return { poll, save: () => staticData.save() };
	};
	const add = (id: string) => service.log.append(makeEvent({ id, createdAtMs: Date.now() }));
	const { poll, save } = poller();
	await poll();
	add('first');
	await poll();
	service.expireAccessTokens();
	add('second');
	await poll();
	const restarted = poller(save());
	await restarted.poll();
	add('third');
	await restarted.poll();
	const expected = ['first', 'second', 'third'];
	if (delivered.join() !== expected.join()) throw new Error(`It delivered ${delivered.join()}`);
}

async function testCredentials({ node }: Loaded, baseUrl: string): Promise<void> {
	const test = node.methods?.credentialTest?.testEventLogCredential;
	if (test === undefined) throw new Error('The node has no credential test');
	for (const wayIn of WAYS_IN) {
		const data = { ...credentialFields(wayIn, baseUrl) };
		const credential = { ...CREDENTIAL_DETAILS, type: CREDENTIAL_TYPE, data };
		const { status, message } = await test.call(new CredentialTestContext(), credential);
		verifyCredentialTest(wayIn, status === 'OK' ? status : message);
	}
}

/** A release's n8n-core with the package in it, and a service to talk to. */
function probedCore(folder: string, service: EventLogService): Probed {
	let loaded: Promise<Loaded> | undefined;
	const load = async () => await (loaded ??= loadPackage(folder));
	const credentialFor = async (wayIn: WayIn) => {
		const { credentialType } = await load();
		return new CredentialStore({ ...credentialFields(wayIn, service.baseUrl) }, credentialType);
	};
	return {
		Loads: async () => void (await load()),
		'Credential test': async () => await testCredentials(await load(), service.baseUrl),
		...probesWith(service, async ({ wayIn, parameters, output }) => {
			const { node } = await load();
			const credential = await credentialFor(wayIn);
			const { run } = createExecuteContext({ node, credential, parameters, continueOnFail: true });
			const items = itemsOf(await run((context) => node.execute?.call(context)));
			return output === 'file' ? await fileOf(items) : jsonOf(items);
		}),
		Trigger: async () => {
			await deliver((await load()).trigger, await credentialFor('refreshToken'), service);
		},
	};
}

function jsonOf(items: readonly INodeExecutionData[]): string {
	return JSON.stringify(items.map(({ json }) => json));
}

async function fileOf([item]: readonly INodeExecutionData[]): Promise<string> {
	const file = item?.binary?.data;
	if (file === undefined) throw new Error('The node gave no file');
	return (await readBinary(file)).toString();
}

async function findInCore(folder: string): Promise<Findings> {
	const log = seededLog({ seed: 1, ...history() });
	const service = await startEventLogService({ log, behaviour: SERVICE_BEHAVIOUR });
	try {
		return await findAll(probedCore(folder, service));
	} finally {
		await service.close();
	}
}

/** Writes what holds of the package in a folder, in the n8n-core that is resolved here, to a file. */
export async function main([folder = '', resultPath = '']: readonly string[]): Promise<void> {
	const findings = await findInCore(folder);
	writeFileSync(resultPath, JSON.stringify({ core, findings: [...findings] }));
	// n8n-core keeps timers that nobody ends.
	process.exit(0);
}
