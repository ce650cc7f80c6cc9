import assert from 'node:assert/strict';
import { DEFAULT_API_KEY, DEFAULT_REFRESH_TOKEN } from '../../service';
import type { BrowserTest } from '../browserTest';
import type { CredentialDialog } from '../editor/credentialDialog';

/** What is entered where it differs from a credential that works. */
interface Entered {
	readonly baseUrl?: string;
	/** Behind the address of the service. */
	readonly path?: string;
	readonly apiKey?: string;
}

/** What the dialog says of mistakes of each sort; every other message has a test without a browser. */
const MISTAKES: ReadonlyArray<readonly [entered: Entered, ...says: readonly string[]]> = [
	[
		{ apiKey: 'api-key-revoked-1f3a' },
		...['The API key was not accepted', 'open Settings → API Keys'],
	],
	[{ apiKey: ' ' }, 'API Key in the credential is empty', 'Nothing was sent'],
	[
		{ baseUrl: 'https://events.nowhere.invalid' },
		...['The host of the service was not found', 'https://events.nowhere.invalid'],
	],
	[{ path: '/console' }, 'Remove /console from Base URL'],
];

const TYPE = 'Organization Event Log API';
const WORKS = /Connection tested successfully/;

async function verdictOn(
	dialog: CredentialDialog,
	serviceUrl: string,
	{ path = '', baseUrl = serviceUrl + path, apiKey }: Entered,
): Promise<string> {
	const { fields } = dialog;
	await fields.paste('baseUrl', baseUrl);
	await fields.choose('authentication', apiKey === undefined ? 'Refresh Token' : 'API Key');
	if (apiKey === undefined) await fields.paste('refreshToken', DEFAULT_REFRESH_TOKEN);
	else await fields.paste('apiKey', apiKey);
	return await dialog.saveAndTest();
}

/** The credential in each mode, and what it says where something is wrong. */
export const CREDENTIAL_TESTS: readonly BrowserTest[] = [
	{
		name: 'credential: works with an API key and with a refresh token',
		run: async ({ editor, systems, docs, person }) => {
			for (const entered of [{ apiKey: DEFAULT_API_KEY }, {}]) {
				const dialog = await editor.openNewCredential(TYPE);
				assert.match(await verdictOn(dialog, systems.service.baseUrl, entered), WORKS);
			}
			await docs.take(person.page, 'credential');
		},
	},
	{
		name: 'credential: what is wrong is said, one mistake after the other in the same dialog',
		run: async ({ editor, systems }) => {
			const dialog = await editor.openNewCredential(TYPE);
			for (const [entered, ...says] of MISTAKES) {
				const verdict = await verdictOn(dialog, systems.service.baseUrl, entered);
				for (const part of says) assert.ok(verdict.includes(part), `It says: ${verdict}`);
			}
			assert.match(await verdictOn(dialog, systems.service.baseUrl, {}), WORKS);
		},
	},
];
