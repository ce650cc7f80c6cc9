import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { SCRATCH } from '../places';
import { freePort } from '../processes/freePort';
import { packPackage } from './communityPackage';
import type { N8nInstallation } from './installation';
import { completeInstallation } from './installation';
import type { N8nInstance, N8nSettings, Owner, PollingMode } from './settings';
import { copyTemplate, templateOf } from './template';

/** What every instance is made from. */
export interface InstanceBase {
	readonly installation: N8nInstallation;
	/** Path of the packed package. */
	readonly tarball: string;
	/** The folder that an instance begins as. */
	readonly template: string;
}

/** Where an instance keeps its data, and how it polls. */
interface InstancePlace {
	readonly userFolder: string;
	readonly timezone: string;
	readonly pollingMode: PollingMode;
	/** Of n8n's environment, besides what every instance has. */
	readonly variables?: Readonly<Record<string, string>>;
	/** The editor's; any that is free unless given, or if it is in use. */
	readonly port?: number;
	readonly owner?: Owner;
	/** Whether its database is elsewhere. */
	readonly hasOwnDatabase?: boolean;
}

/** Completes n8n's installation, and builds and packs the package. */
export async function prepareInstanceBase(signal: AbortSignal): Promise<InstanceBase> {
	console.error('Step 3 of 4: build the package');
	const installation = await completeInstallation();
	signal.throwIfAborted();
	const tarball = await packPackage();
	signal.throwIfAborted();
	console.error(`Step 4 of 4: start n8n ${installation.version}`);
	const template = await templateOf(installation, tarball, signal);
	return { installation, tarball, template };
}

/** A new folder for an instance that nobody is to find again. */
export function temporaryUserFolder(prefix: string): string {
	mkdirSync(SCRATCH, { recursive: true });
	return mkdtempSync(join(SCRATCH, `${prefix}-`));
}

/** Installs the package for an instance, and starts nothing. */
export async function createEmptyInstance(
	{ installation, template }: InstanceBase,
	{ userFolder, timezone, pollingMode, variables, port, owner, hasOwnDatabase }: InstancePlace,
): Promise<N8nInstance> {
	copyTemplate(template, userFolder, owner === 'missing' || hasOwnDatabase === true);
	const settings: N8nSettings = {
		userFolder,
		port: await freePort(port),
		taskBrokerPort: await freePort(),
		timezone,
		pollingMode,
		variables,
		owner,
		logPath: join(userFolder, 'n8n.log'),
	};
	return { installation, settings };
}
