import type { Browser, Page } from 'playwright-core';
import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import type { EditorApi } from '../n8n/editorApi';
import { createInstance, prepareInstanceBase, temporaryUserFolder } from '../n8n/instance';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../n8n/owner';
import { N8nProcess } from '../n8n/n8nProcess';
import type { N8nInstance } from '../n8n/settings';
import { editorUrl } from '../n8n/settings';
import { startChromium } from './chromium';
import { Editor } from './editor/editor';
import type { Inbox } from './inbox';
import { OrganizationPage } from './organizationPage';
import { Person } from './person';
import { type Pictures, WINDOW } from './pictures';
import { startSurroundings } from './surroundings';

/** Where every browser test happens: one n8n, one service, one window. */
export interface Stage {
	readonly systems: ExternalSystems;
	readonly n8n: N8nInstance;
	readonly person: Person;
	readonly editor: Editor;
	/** The same n8n, for what nobody has to see done. */
	readonly api: EditorApi;
	readonly organization: OrganizationPage;
	readonly inbox: Inbox;
	readonly pictures: Pictures;
	readonly signal: AbortSignal;
}

const HISTORY = { events: 6_000, days: 40 };
/** For something to show up in a page. */
const PATIENCE_MS = 20_000;
/** For all of the editor to be read, which nobody waits for a second time. */
const FIRST_LOAD_MS = 180_000;
const TIMEZONE = 'Europe/Berlin';

/** A window in which somebody sits before n8n, whose editor it has loaded once. */
export async function openWindow(browser: Browser, n8nUrl: string): Promise<Page> {
	const context = await browser.newContext({
		viewport: WINDOW,
		locale: 'en-US',
		timezoneId: TIMEZONE,
		reducedMotion: 'reduce',
	});
	context.setDefaultTimeout(PATIENCE_MS);
	const page = await context.newPage();
	await page.goto(n8nUrl, { timeout: FIRST_LOAD_MS });
	return page;
}

/** Sets everything up, the owner logged in, to be torn down with the run. */
export async function setStage(pictures: Pictures, run: CommandRun): Promise<Stage> {
	const { signal } = run;
	const browser = await startChromium(run);
	const { systems, inbox, pageUrl, meetN8n } = await startSurroundings(HISTORY, run);
	const base = await prepareInstanceBase(signal);
	const n8n = await createInstance(
		base,
		{
			userFolder: temporaryUserFolder('browser-test'),
			timezone: TIMEZONE,
			pollingMode: 'inMemory',
			endpoints: systems.endpoints,
			publishedWorkflows: [],
		},
		signal,
	);
	console.error(`Starting n8n ${base.installation.version} …`);
	await new N8nProcess(n8n, run).start();
	const api = await meetN8n(n8n.settings);
	const url = editorUrl(n8n.settings);
	const person = new Person(await openWindow(browser, url));
	const editor = new Editor(person, url);
	const organization = new OrganizationPage(person, pageUrl);
	await editor.signIn({ email: OWNER_EMAIL, password: OWNER_PASSWORD });
	return { systems, n8n, person, editor, api, organization, inbox, pictures, signal };
}
