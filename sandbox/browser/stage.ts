import { type Browser, type Page, selectors } from 'playwright-core';
import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import { startExternalSystems } from '../externalSystems/externalSystems';
import { createEmptyInstance, prepareInstanceBase, temporaryUserFolder } from '../n8n/instance';
import { N8nProcess } from '../n8n/n8nProcess';
import type { N8nSettings } from '../n8n/settings';
import { editorUrl } from '../n8n/settings';
import { SandboxPage } from '../page/sandboxPage';
import { startChromium } from './chromium';
import type { DocsMaterial } from './docsMaterial';
import { Editor } from './editor/editor';
import { OrganizationPage } from './organizationPage';
import { Person } from './person';

/** Where every browser test happens: one n8n, with nothing but the package at first, one service, one window. */
export interface Stage {
	readonly systems: ExternalSystems;
	readonly settings: N8nSettings;
	readonly person: Person;
	readonly editor: Editor;
	readonly organization: OrganizationPage;
	/** Tells the sandbox's page where n8n is, once it has its owner. */
	readonly meetN8n: () => Promise<void>;
	readonly docs: DocsMaterial;
	readonly signal: AbortSignal;
}

const HISTORY = { events: 6_000, days: 40 };
const DAY_MS = 86_400_000;
const ANY_PORT = 0;
/** For something to show up in a page. */
const PATIENCE_MS = 40_000;
/** For all of the editor to be read, which nobody waits for a second time. */
const FIRST_LOAD_MS = 180_000;
const TIMEZONE = 'Europe/Berlin';
/** How n8n marks what its own browser tests touch. */
const TEST_ID_ATTRIBUTE = 'data-test-id';

/** A window in which somebody sits before n8n, whose editor it has loaded once. */
async function openWindow(browser: Browser, n8nUrl: string): Promise<Page> {
	selectors.setTestIdAttribute(TEST_ID_ATTRIBUTE);
	const context = await browser.newContext({
		viewport: { width: 1440, height: 900 },
		locale: 'en-US',
		timezoneId: TIMEZONE,
		reducedMotion: 'reduce',
	});
	context.setDefaultTimeout(PATIENCE_MS);
	const page = await context.newPage();
	await page.goto(n8nUrl, { timeout: FIRST_LOAD_MS });
	return page;
}

/** Sets everything up, to be torn down with the run. */
export async function setStage(docs: DocsMaterial, run: CommandRun): Promise<Stage> {
	const { signal } = run;
	const browser = await startChromium(run);
	const sandboxPage = new SandboxPage();
	const systems = await startExternalSystems(
		{
			events: HISTORY.events,
			startMs: Date.now() - HISTORY.days * DAY_MS,
			observers: sandboxPage.observers,
			sink: { listener: sandboxPage.sinkListener, findSender: sandboxPage.findSender },
		},
		run,
	);
	const sandboxUrl = await sandboxPage.serve(systems, ANY_PORT, run);
	const base = await prepareInstanceBase(signal);
	const n8n = await createEmptyInstance(base, {
		userFolder: temporaryUserFolder('browser-test'),
		timezone: TIMEZONE,
		pollingMode: 'inMemory',
		owner: 'missing',
	});
	const { settings } = n8n;
	await new N8nProcess(n8n, run).start();
	const meetN8n = async () => {
		await sandboxPage.meetN8n(settings, systems);
		sandboxPage.showN8n(settings);
	};
	const url = editorUrl(settings);
	const page = await openWindow(browser, url);
	// Whatever a test waits for in it then comes to an end.
	signal.addEventListener('abort', () => void page.close());
	const person = new Person(page);
	const editor = new Editor(person, url);
	const organization = new OrganizationPage(person, sandboxUrl);
	return { systems, settings, person, editor, organization, meetN8n, docs, signal };
}
