import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { SCRATCH } from '../places';
import type { N8nInstallation } from './installation';
import { OWNER_EMAIL, OWNER_PASSWORD_HASH } from './owner';
import type { N8nSettings, Owner, PollingMode } from './settings';
import { editorUrl } from './settings';

type Variables = Readonly<Record<string, string>>;

/** All that n8n gets from our own environment: nobody's settings of another n8n, or of npm. */
const INHERITED = ['HOME', 'USERPROFILE', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'LC_ALL'];

/** Each turns off one thing that n8n would look for on the internet. */
const NO_OUTSIDE_WORLD: Variables = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
};

/** Modules that look for hosts of their own; an n8n that has not got one of them does not start with its name. */
const DISABLED_MODULES = ['mcp-registry', 'instance-ai'];

function disabledModules({ script }: N8nInstallation): string {
	const modules = join(dirname(script), '..', 'dist', 'modules');
	return DISABLED_MODULES.filter((name) => existsSync(join(modules, name))).join();
}

const OWNERS: Readonly<Record<Owner, Variables>> = {
	preset: {
		N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
		N8N_INSTANCE_OWNER_EMAIL: OWNER_EMAIL,
		N8N_INSTANCE_OWNER_FIRST_NAME: 'Sandbox',
		N8N_INSTANCE_OWNER_LAST_NAME: 'Owner',
		N8N_INSTANCE_OWNER_PASSWORD_HASH: OWNER_PASSWORD_HASH,
		N8N_PERSONALIZATION_ENABLED: 'false',
	},
	missing: {},
};

const DURABLE_SCHEDULER: Variables = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
};

const POLLING: Readonly<Record<PollingMode, Variables>> = {
	inMemory: { N8N_SCHEDULER_ENABLED: 'false' },
	durableScheduler: { ...DURABLE_SCHEDULER, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'false' },
	durableCursors: {
		...DURABLE_SCHEDULER,
		N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	},
};

function inherited(): NodeJS.ProcessEnv {
	return Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
}

/** The whole environment of n8n's server and of its command line. */
export function buildEnvironment(
	installation: N8nInstallation,
	settings: N8nSettings,
): NodeJS.ProcessEnv {
	// n8n starts its task runner with whichever `node` the path holds first.
	const path = [dirname(installation.nodePath), process.env.PATH ?? ''].join(delimiter);
	return {
		...inherited(),
		PATH: path,
		N8N_USER_FOLDER: settings.userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(settings.port),
		N8N_EDITOR_BASE_URL: editorUrl(settings),
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(settings.taskBrokerPort),
		N8N_PYTHON_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		GENERIC_TIMEZONE: settings.timezone,
		// n8n's modules are compiled once, which takes seconds of each start.
		NODE_COMPILE_CACHE: join(SCRATCH, 'compile-cache'),
		...NO_OUTSIDE_WORLD,
		N8N_DISABLED_MODULES: disabledModules(installation),
		...OWNERS[settings.owner ?? 'preset'],
		...POLLING[settings.pollingMode],
		...settings.variables,
	};
}
