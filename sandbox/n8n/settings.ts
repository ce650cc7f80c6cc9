import type { N8nInstallation } from './installation';

/** How n8n keeps a polling trigger's schedule and state. */
export type PollingMode = 'inMemory' | 'durableScheduler' | 'durableCursors';

export const POLLING_MODES: readonly PollingMode[] = [
	'inMemory',
	'durableScheduler',
	'durableCursors',
];

/** Whether there is an owner to log in as, or n8n asks for one first, as it does after an installation. */
export type Owner = 'preset' | 'missing';

/** What differs between one sandboxed n8n and another. */
export interface N8nSettings {
	/** Holds `.n8n`: database, settings, community nodes. */
	readonly userFolder: string;
	readonly port: number;
	/** Where n8n's own task runner connects. */
	readonly taskBrokerPort: number;
	/** IANA name; of workflows that name none of their own. */
	readonly timezone: string;
	readonly pollingMode: PollingMode;
	/** `preset` unless given. */
	readonly owner?: Owner;
	/** Of n8n's environment, besides what every instance has. */
	readonly variables?: Readonly<Record<string, string>>;
	/** Appended to. */
	readonly logPath: string;
}

/** Where a browser finds the editor. */
export function editorUrl(settings: N8nSettings): string {
	return `http://127.0.0.1:${settings.port}`;
}

/** An n8n with a folder, settings and data of its own; any number share one installation. */
export interface N8nInstance {
	readonly installation: N8nInstallation;
	readonly settings: N8nSettings;
}
