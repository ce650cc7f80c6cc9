import { createHmac, randomBytes } from 'node:crypto';
import type { Accounts } from './accounts';

interface IssuedToken {
	readonly refreshToken: string;
	readonly expiresAtMs: number;
}

const ID_BYTES = 30;
const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');

/** The short-lived access tokens of one service; another service's are not accepted. */
export class AccessTokens {
	private readonly issued = new Map<string, IssuedToken>();
	private readonly everIssued: string[] = [];
	private readonly secret = randomBytes(32);

	constructor(
		private readonly accounts: Accounts,
		private readonly clock: () => number,
	) {}

	/** A new JWT for a refresh token, or `undefined` if there is no such refresh token. */
	issue(refreshToken: string, lifetimeMs: number): string | undefined {
		const account = this.accountOf(refreshToken);
		if (!account) return undefined;
		const nowMs = this.clock();
		const expiresAtMs = nowMs + lifetimeMs;
		const token = this.signed({
			// First, so that no two tokens begin alike.
			jti: randomBytes(ID_BYTES).toString('base64url'),
			sub: account.email,
			iat: Math.floor(nowMs / 1000),
			exp: Math.floor(expiresAtMs / 1000),
		});
		this.issued.set(token, { refreshToken, expiresAtMs });
		this.everIssued.push(token);
		return token;
	}

	/** The scopes that a bearer token has now, or `undefined` if it is not accepted. */
	scopesOf(bearer: string): readonly string[] | undefined {
		const key = this.accounts.apiKeys.find(({ secret }) => secret === bearer);
		if (key) return key.scopes;
		const token = this.issued.get(bearer);
		if (!token || token.expiresAtMs <= this.clock()) return undefined;
		return this.accountOf(token.refreshToken)?.scopes;
	}

	/** Every token so far, oldest first, whether or not it is still accepted. */
	get all(): readonly string[] {
		return this.everIssued;
	}

	/** Invalidates the other access tokens of a refresh token. */
	expireAllBut(newest: string, ofRefreshToken: string): void {
		for (const [token, { refreshToken }] of this.issued) {
			if (refreshToken === ofRefreshToken && token !== newest) this.issued.delete(token);
		}
	}

	/** Invalidates every access token issued so far. */
	expireAll(): void {
		this.issued.clear();
	}

	private accountOf(refreshToken: string) {
		return this.accounts.refreshTokens.find((account) => account.refreshToken === refreshToken);
	}

	private signed(claims: Readonly<Record<string, string | number>>): string {
		const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
		const signature = createHmac('sha256', this.secret).update(`${HEADER}.${payload}`);
		return `${HEADER}.${payload}.${signature.digest('base64url')}`;
	}
}
