import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { SCRATCH } from '../places';
import { freePort } from '../processes/freePort';
import { installPackage, packPackage } from './communityPackage';
import type { ExampleImport } from './imports';
import { importExamples } from './imports';
import type { N8nInstallation } from './installation';
import { completeInstallation } from './installation';
import type { N8nInstance, N8nSettings, PollingMode } from './settings';

/** What every instance is made from. */
export interface InstanceBase {
	readonly installation: N8nInstallation;
	/** Path of the packed package. */
	readonly tarball: string;
}

interface InstanceOptions extends ExampleImport {
	readonly userFolder: string;
	readonly timezone: string;
	readonly pollingMode: PollingMode;
	/** The editor's; any that is free unless given, or if it is in use. */
	readonly port?: number;
}

/** Completes n8n's installation, and builds and packs the package. */
export async function prepareInstanceBase(signal: AbortSignal): Promise<InstanceBase> {
	const installation = await completeInstallation();
	signal.throwIfAborted();
	console.error('Building and packing the package …');
	const tarball = await packPackage();
	signal.throwIfAborted();
	return { installation, tarball };
}

/** A new folder for an instance that nobody is to find again. */
export function temporaryUserFolder(prefix: string): string {
	mkdirSync(SCRATCH, { recursive: true });
	return mkdtempSync(join(SCRATCH, `${prefix}-`));
}

/** Installs the package and imports credentials and examples into an instance, and starts nothing. */
export async function createInstance(
	{ installation, tarball }: InstanceBase,
	options: InstanceOptions,
	signal: AbortSignal,
): Promise<N8nInstance> {
	const { userFolder, timezone, pollingMode } = options;
	mkdirSync(userFolder, { recursive: true });
	await installPackage(tarball, userFolder);
	const settings: N8nSettings = {
		userFolder,
		port: await freePort(options.port),
		taskBrokerPort: await freePort(),
		timezone,
		pollingMode,
		logPath: join(userFolder, 'n8n.log'),
	};
	const n8n = { installation, settings };
	await importExamples(n8n, options, signal);
	return n8n;
}
