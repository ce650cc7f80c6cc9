import type { AccessTokens } from './accessTokens';
import type { ServiceResponse } from './responses';
import { Refusal, htmlResponse, jsonResponse } from './responses';
import type { ServiceBehaviour } from './behaviour';

const BEARER = /^Bearer (\S+)$/;

/** The token behind `Authorization: Bearer`. @throws Refusal with status 401 */
export function bearerOf(headers: Readonly<Record<string, string>>): string {
	const token = BEARER.exec(headers['authorization'] ?? '')?.[1];
	if (token === undefined) throw new Refusal(401, 'A bearer token is required');
	return token;
}

/** POST refresh_token (specification 5.1). @throws Refusal */
export function answerTokenExchange(
	tokens: AccessTokens,
	headers: Readonly<Record<string, string>>,
	behaviour: ServiceBehaviour,
): ServiceResponse {
	const bearer = bearerOf(headers);
	switch (behaviour.tokenExchange) {
		case 'unauthorized':
			throw new Refusal(401, 'The refresh token is not valid');
		case 'serverError':
			throw new Refusal(500, 'The token could not be exchanged');
		case 'html':
			return htmlResponse(200, 'Sign in');
		case 'noMessage':
			return jsonResponse('{}');
		case 'emptyMessage':
			return jsonResponse('{"Message":""}');
		case 'works': {
			const token = tokens.issue(bearer, behaviour.accessTokenLifetimeMs);
			if (token === undefined) throw new Refusal(401, 'The refresh token is not valid');
			if (behaviour.acceptedTokens === 'newest') tokens.expireAllBut(token, bearer);
			return jsonResponse(JSON.stringify({ Message: token }));
		}
	}
}
