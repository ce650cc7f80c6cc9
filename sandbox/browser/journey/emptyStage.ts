import type { CommandRun } from '../../command/command';
import { createEmptyInstance, prepareInstanceBase, temporaryUserFolder } from '../../n8n/instance';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../../n8n/owner';
import { N8nProcess } from '../../n8n/n8nProcess';
import type { N8nInstance } from '../../n8n/settings';
import { editorUrl } from '../../n8n/settings';
import { DEFAULT_REFRESH_TOKEN } from '../../service';
import { startChromium } from '../chromium';
import { Editor } from '../editor/editor';
import { OrganizationPage } from '../organizationPage';
import { Person } from '../person';
import { openWindow } from '../stage';
import { startSurroundings } from '../surroundings';
import type { FirstAlert } from './firstAlert';

/** An n8n that has nothing but the package, somebody in front of it, and all they need for an alert. */
export interface EmptyStage {
	readonly n8n: N8nInstance;
	readonly person: Person;
	readonly firstAlert: FirstAlert;
}

const HISTORY = { events: 2_000, days: 7 };
const ACCOUNT = {
	email: OWNER_EMAIL,
	firstName: 'Nell',
	lastName: 'Newcomer',
	password: OWNER_PASSWORD,
};

/** Sets it up, to be torn down with the run. */
export async function setEmptyStage(run: CommandRun): Promise<EmptyStage> {
	const { signal } = run;
	const browser = await startChromium(run);
	const { systems, pageUrl, meetN8n } = await startSurroundings(HISTORY, run);
	const n8n = await createEmptyInstance(await prepareInstanceBase(signal), {
		userFolder: temporaryUserFolder('ten-minutes'),
		timezone: 'Europe/Berlin',
		pollingMode: 'inMemory',
		owner: 'missing',
	});
	await new N8nProcess(n8n, run).start();
	const url = editorUrl(n8n.settings);
	const person = new Person(await openWindow(browser, url));
	const firstAlert: FirstAlert = {
		editor: new Editor(person, url),
		organization: new OrganizationPage(person, pageUrl),
		account: ACCOUNT,
		baseUrl: systems.service.baseUrl,
		refreshToken: DEFAULT_REFRESH_TOKEN,
		messageUrl: `${systems.sink.baseUrl}/slack`,
		onceSetUp: async () => void (await meetN8n(n8n.settings)),
	};
	return { n8n, person, firstAlert };
}
