import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import { startExternalSystems } from '../externalSystems/externalSystems';
import type { EditorApi } from '../n8n/editorApi';
import type { N8nSettings } from '../n8n/settings';
import { SandboxPage } from '../page/sandboxPage';
import { Inbox } from './inbox';

const DAY_MS = 86_400_000;
const ANY_PORT = 0;

/** What an n8n in a browser test has around it: the organization's service, the inbox, and their page. */
export interface Surroundings {
	readonly systems: ExternalSystems;
	readonly inbox: Inbox;
	readonly pageUrl: string;
	/** Tells the page where n8n is, once it has its owner. Gives n8n's own API. */
	readonly meetN8n: (settings: N8nSettings) => Promise<EditorApi>;
}

interface History {
	readonly events: number;
	readonly days: number;
}

/** Starts all of it, to be stopped with the run. */
export async function startSurroundings(
	{ events, days }: History,
	run: CommandRun,
): Promise<Surroundings> {
	const page = new SandboxPage();
	const systems = await startExternalSystems(
		{
			events,
			startMs: Date.now() - days * DAY_MS,
			observers: page.observers,
			sink: { listener: page.sinkListener, findSender: page.findSender },
		},
		run,
	);
	const pageUrl = await page.serve(systems, ANY_PORT, run);
	const meetN8n = async (settings: N8nSettings) => {
		const api = await page.meetN8n(settings, systems);
		page.showN8n(settings);
		return api;
	};
	return { systems, inbox: new Inbox(systems.sink), pageUrl, meetN8n };
}
