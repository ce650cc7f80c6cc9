import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage, packPackage } from '../n8n/communityPackage';
import type { Endpoints } from '../n8n/imports';
import { DELIVERY_WORKFLOW, REPORT_WORKFLOW, importExamples } from '../n8n/imports';
import type { N8nInstallation } from '../n8n/installation';
import { completeInstallation } from '../n8n/installation';
import type { N8nServer } from '../n8n/server';
import { startN8n } from '../n8n/server';
import type { N8nSettings, PollingMode } from '../n8n/settings';
import { freePort } from '../processes/freePort';
import type { Teardown } from '../processes/teardown';

/** An n8n with the package, the credentials and the examples in it, stopped. */
export interface SandboxedN8n {
	readonly installation: N8nInstallation;
	readonly settings: N8nSettings;
}

export interface SandboxedN8nOptions {
	readonly userFolder: string;
	readonly endpoints: Endpoints;
	readonly timezone: string;
	readonly pollingMode: PollingMode;
	/** 0: any. */
	readonly port: number;
}

/** Builds and installs the package and imports the examples, both workflows of ours published. */
export async function prepareN8n(
	options: SandboxedN8nOptions,
	signal: AbortSignal,
): Promise<SandboxedN8n> {
	const { userFolder, timezone, pollingMode, endpoints } = options;
	mkdirSync(userFolder, { recursive: true });
	const installation = await completeInstallation();
	console.error('Building and packing the package …');
	signal.throwIfAborted();
	await installPackage(await packPackage(), userFolder);
	const settings: N8nSettings = {
		userFolder,
		port: await freePort(options.port),
		taskBrokerPort: await freePort(),
		timezone,
		pollingMode,
		logPath: join(userFolder, 'n8n.log'),
	};
	console.error(`Importing credentials and workflows into n8n ${installation.version} …`);
	const published = [DELIVERY_WORKFLOW, REPORT_WORKFLOW];
	await importExamples(installation, settings, endpoints, published, signal);
	return { installation, settings };
}

/** Starts n8n, or starts it again after `stop` or `kill`, and sees to it that it ends with us. */
export async function runN8n(
	{ installation, settings }: SandboxedN8n,
	teardown: Teardown,
	signal: AbortSignal,
): Promise<N8nServer> {
	const server = await startN8n(installation, settings, signal);
	teardown.add(() => (server.running ? server.stop() : undefined));
	return server;
}
