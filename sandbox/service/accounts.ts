import { SCOPE_ADMIN, SCOPE_WRITE } from './behaviour';

/** A long-lived personal refresh token and what the access tokens exchanged for it may do. */
interface RefreshTokenAccount {
	readonly refreshToken: string;
	readonly email: string;
	readonly scopes: readonly string[];
}

/** An API key and the scopes it was created with. */
interface ApiKeyAccount {
	readonly secret: string;
	readonly name: string;
	readonly scopes: readonly string[];
}

/** Who may ask. The lists can be changed while the service runs. */
export interface Accounts {
	refreshTokens: RefreshTokenAccount[];
	apiKeys: ApiKeyAccount[];
}

export const DEFAULT_REFRESH_TOKEN = 'refresh-token-of-ada-4f1c9b7e2d';
export const DEFAULT_API_KEY = 'api-key-admin-90d2c7a41b';
/** A key of a valid account without the right to read events: answered with 403. */
export const NO_READ_API_KEY = 'api-key-write-only-c4a7719e02';
/** A refresh token that is exchanged, but whose access tokens may not read events. */
export const NO_READ_REFRESH_TOKEN = 'refresh-token-of-guest-77aa31d950';

/** The accounts of a service that is given none. A fresh copy each time. */
export function defaultAccounts(): Accounts {
	return {
		refreshTokens: [
			{ refreshToken: DEFAULT_REFRESH_TOKEN, email: 'ada@example.com', scopes: [SCOPE_ADMIN] },
			{ refreshToken: NO_READ_REFRESH_TOKEN, email: 'guest@example.com', scopes: [] },
		],
		apiKeys: [
			{ secret: DEFAULT_API_KEY, name: 'automation', scopes: [SCOPE_ADMIN] },
			{ secret: NO_READ_API_KEY, name: 'provisioning', scopes: [SCOPE_WRITE] },
		],
	};
}
