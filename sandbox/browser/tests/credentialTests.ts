import assert from 'node:assert/strict';
import type { EventLogService } from '../../service';
import {
	DEFAULT_API_KEY,
	DEFAULT_REFRESH_TOKEN,
	NO_READ_API_KEY,
	NO_READ_REFRESH_TOKEN,
} from '../../service';
import type { BrowserTest } from '../browserTest';
import type { CredentialDialog } from '../editor/credentialDialog';
import type { Stage } from '../stage';
import { CREDENTIAL } from '../wording';

/** What is entered where it differs from a credential that works. */
interface Entered {
	readonly baseUrl?: string;
	readonly refreshToken?: string;
	readonly apiKey?: string;
	readonly apiVersion?: string;
}

/** One way in which a credential's test fails, and what it then says. */
interface WayToFail {
	readonly name: string;
	readonly entered?: Entered | ((service: EventLogService) => Entered);
	/** What is wrong with the service. */
	readonly arrange?: (service: EventLogService) => void;
	readonly says: readonly string[];
}

const WAYS_TO_FAIL: readonly WayToFail[] = [
	{
		name: 'a refresh token that there is not',
		entered: { refreshToken: 'no-such-refresh-token' },
		says: ['The refresh token was not accepted', 'open your profile page, generate a new token'],
	},
	{
		name: 'an API key that has been revoked',
		entered: { apiKey: 'api-key-revoked-1f3a' },
		says: ['The API key was not accepted', 'open Settings → API Keys'],
	},
	{
		name: 'an API key without the right to read',
		entered: { apiKey: NO_READ_API_KEY },
		says: ['The scope of the API key does not allow reading the event log'],
	},
	{
		name: 'the token of a user who is not allowed to read',
		entered: { refreshToken: NO_READ_REFRESH_TOKEN },
		says: ['The owner of the refresh token is not allowed to read the event log'],
	},
	{
		name: 'an API key without characters',
		entered: { apiKey: ' ' },
		says: ['API Key in the credential is empty', 'Nothing was sent'],
	},
	{
		name: 'a refresh token with a space inside',
		entered: { refreshToken: 'refresh token' },
		says: ['Refresh Token in the credential has characters that a token cannot contain'],
	},
	{
		name: 'a host that there is not',
		entered: { baseUrl: 'https://events.nowhere.invalid' },
		says: ['The host of the service was not found', 'https://events.nowhere.invalid'],
	},
	{
		name: 'a port where nothing listens',
		entered: { baseUrl: 'http://127.0.0.1:9' },
		says: ['The service does not accept connections', 'http://127.0.0.1:9'],
	},
	{
		name: 'the address of the console instead of the API',
		entered: (service) => ({ baseUrl: `${service.baseUrl}/console` }),
		says: ['Remove /console from Base URL'],
	},
	{
		name: 'http:// on another machine',
		entered: { baseUrl: 'http://events.example.com' },
		says: ['Base URL in the credential cannot be used', 'It must start with https://'],
	},
	{
		name: 'something that is no address',
		entered: { baseUrl: 'events.example.com' },
		says: ['It is not a complete address. Enter it with https:// in front.'],
	},
	{
		name: 'an address with a question mark in it',
		entered: (service) => ({ baseUrl: `${service.baseUrl}?tab=events` }),
		says: ['It contains “?” or “#”'],
	},
	{
		name: 'an API version that the service does not have',
		entered: { apiVersion: 'v2' },
		says: ['There is no event log at this address', 'Set API Version to V1'],
	},
	{
		name: 'a service that fails',
		arrange: (service) => service.failNext({ status: 500 }, { times: 10 }),
		says: ['The service could not answer', 'status 500'],
	},
	{
		name: 'a service that is away for maintenance',
		arrange: (service) => service.failNext({ status: 503, retryAfter: '120' }, { times: 10 }),
		says: ['The service could not answer', 'after 120 seconds'],
	},
	{
		name: 'a token exchange that fails',
		arrange: (service) => service.failNext({ status: 502 }, { times: 10, match: 'tokenExchange' }),
		says: ['The service could not exchange the refresh token for an access token'],
	},
	{
		name: 'a token exchange without a token in its answer',
		arrange: (service) => service.failNext({ body: '{}' }, { times: 10, match: 'tokenExchange' }),
		says: ['The service returned no access token for the refresh token'],
	},
	{
		name: 'a service that asks for fewer requests',
		arrange: (service) => service.failNext({ status: 429, retryAfter: '30' }, { times: 10 }),
		says: ['The service asks for fewer requests', 'at least 30 seconds'],
	},
	{
		name: 'a redirect to another address',
		arrange: (service) =>
			service.failNext({ redirectTo: 'https://login.example.com/' }, { times: 10 }),
		says: ['The service redirects this request to another address', 'It points to another host'],
	},
	{
		name: 'a login page in front of the service',
		arrange: (service) => service.failNext({ html: 200 }, { times: 10 }),
		says: ['The service returned a web page instead of events'],
	},
	{
		name: 'an answer that is something else',
		arrange: (service) => service.failNext({ body: '{"hello":"world"}' }, { times: 10 }),
		says: ['has no “data”'],
	},
	{
		name: 'an answer that ends in the middle',
		arrange: (service) => service.failNext({ truncateAfter: 40 }, { times: 10 }),
		says: ['The response from the service is not complete JSON'],
	},
	{
		name: 'a connection that breaks off',
		arrange: (service) => service.failNext({ drop: true }, { times: 10 }),
		says: ['The connection to the service was lost'],
	},
	{
		name: 'a service that does not answer',
		arrange: (service) => service.failNext({ hang: true }, { times: 10 }),
		says: ['The service did not answer in time', '30 seconds'],
	},
];

const WORKS = 'Connection tested successfully';

async function verdictOn(
	dialog: CredentialDialog,
	service: EventLogService,
	{ baseUrl = service.baseUrl, apiVersion = 'v1', refreshToken, apiKey }: Entered,
): Promise<string> {
	const { fields } = dialog;
	const choose = async (name: string, value: string) =>
		await fields.choose(name, CREDENTIAL.choice(name, value));
	await fields.paste('baseUrl', baseUrl);
	await choose('authentication', apiKey === undefined ? 'refreshToken' : 'apiKey');
	if (apiKey !== undefined) await fields.paste('apiKey', apiKey);
	else await fields.paste('refreshToken', refreshToken ?? DEFAULT_REFRESH_TOKEN);
	await choose('apiVersion', apiVersion);
	return await dialog.saveAndTest();
}

function succeeds(name: string, entered: Entered): BrowserTest<Stage> {
	return {
		name: `credential: ${name} works`,
		run: async ({ editor, systems, pictures, person }) => {
			const dialog = await editor.openNewCredential(CREDENTIAL.title);
			assert.match(await verdictOn(dialog, systems.service, entered), new RegExp(WORKS));
			await pictures.take(person.page, 'credential');
		},
	};
}

const TELLS_EACH_FAILURE: BrowserTest<Stage> = {
	name: 'credential: what is wrong is said, one mistake after the other in the same dialog',
	run: async ({ editor, systems: { service } }) => {
		const dialog = await editor.openNewCredential(CREDENTIAL.title);
		for (const { name, entered = {}, arrange, says } of WAYS_TO_FAIL) {
			arrange?.(service);
			try {
				const given = typeof entered === 'function' ? entered(service) : entered;
				const verdict = await verdictOn(dialog, service, given);
				for (const part of says) {
					assert.ok(verdict.includes(part), `Of ${name} it says: ${verdict}`);
				}
			} finally {
				service.faults.clear();
			}
		}
		assert.match(await verdictOn(dialog, service, {}), new RegExp(WORKS));
	},
};

/** The credential in each mode, and each way in which its test fails. */
export const CREDENTIAL_TESTS: ReadonlyArray<BrowserTest<Stage>> = [
	succeeds('an API key', { apiKey: DEFAULT_API_KEY }),
	succeeds('a refresh token', { refreshToken: DEFAULT_REFRESH_TOKEN }),
	TELLS_EACH_FAILURE,
];
