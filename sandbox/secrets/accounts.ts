import type { EventLogService } from '../service';
import { SCOPE_READ } from '../service';
import { newSecret } from './decoys';
import type { HostileService } from './hostileService';
import type { Secret } from './search';

/** A credential to make in n8n, and the secret that is in it. */
export interface Account {
	readonly name: string;
	readonly baseUrl: string;
	readonly authentication: 'refreshToken' | 'apiKey';
	readonly secret: Secret;
}

/** A port that no service listens on: that of the discard protocol. */
const NOBODY = 'http://127.0.0.1:9';

/**
 * New secrets for each use, so that what is found tells by which way it got there: the nodes and
 * n8n's HTTP Request node, each with both kinds, at a service that fails and at one that echoes.
 */
export function createAccounts(service: EventLogService, hostile: HostileService) {
	const account = (
		name: string,
		baseUrl: string,
		authentication: Account['authentication'],
	): Account => {
		const secret = newSecret(`the ${authentication} of “${name}”`);
		return { name, baseUrl, authentication, secret };
	};
	const { baseUrl } = service;
	return {
		token: account('nodes, token', baseUrl, 'refreshToken'),
		key: account('nodes, key', baseUrl, 'apiKey'),
		requestToken: account('HTTP Request, token', baseUrl, 'refreshToken'),
		requestKey: account('HTTP Request, key', baseUrl, 'apiKey'),
		hostileToken: account('nodes, hostile, token', hostile.baseUrl, 'refreshToken'),
		hostileKey: account('nodes, hostile, key', hostile.baseUrl, 'apiKey'),
		hostileRequestToken: account('HTTP Request, hostile, token', hostile.baseUrl, 'refreshToken'),
		hostileRequestKey: account('HTTP Request, hostile, key', hostile.baseUrl, 'apiKey'),
		tls: account('no TLS', baseUrl.replace('http:', 'https:'), 'refreshToken'),
		nobody: account('nobody there', NOBODY, 'apiKey'),
	};
}

export type Accounts = ReturnType<typeof createAccounts>;
export type AccountName = keyof Accounts;

/** What is entered into the fields of a credential. */
export function fieldsOf({ baseUrl, authentication, secret }: Account): object {
	return { baseUrl, authentication, [authentication]: secret.value, apiVersion: 'v1' };
}

/** Makes the simulated service know the accounts that are for it. */
export function registerAccounts(service: EventLogService, accounts: Accounts): void {
	const scopes = [SCOPE_READ];
	for (const { name, baseUrl, authentication, secret } of Object.values(accounts)) {
		if (baseUrl !== service.baseUrl) continue;
		if (authentication === 'apiKey') {
			service.accounts.apiKeys.push({ secret: secret.value, name, scopes });
		} else {
			const email = `${name.replace(/\W+/g, '-')}@example.com`;
			service.accounts.refreshTokens.push({ refreshToken: secret.value, email, scopes });
		}
	}
}
