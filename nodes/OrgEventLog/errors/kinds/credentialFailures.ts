import type { RequestFacts, DetailFacts, ServiceWords } from './failureTypes';
import { defineFailure } from './failureTypes';
import { CHECK_BASE_URL, adviseRetry, quoteService } from './phrases';

type AuthenticationFacts = Required<Pick<RequestFacts, 'authentication'>>;

function nameSecret({ authentication }: AuthenticationFacts): string {
	return authentication === 'apiKey' ? 'API Key' : 'Refresh Token';
}

export const CREDENTIAL_FAILURES = {
	baseUrlUnusable: defineFailure<DetailFacts>('invalidSetting', ({ detail }) => ({
		message: 'Base URL in the credential cannot be used',
		description: `${detail} Example: https://events.example.com.`,
	})),
	secretMissing: defineFailure<AuthenticationFacts>('invalidSetting', (facts) => ({
		message: `${nameSecret(facts)} in the credential is empty`,
		description:
			'Copy it from the management console and paste it into the credential. Nothing was sent.',
	})),
	secretMalformed: defineFailure<AuthenticationFacts>('invalidCredential', (facts) => ({
		message: `${nameSecret(facts)} in the credential has characters that a token cannot contain`,
		description:
			"Copy it again from the management console, without spaces, line breaks or quotation marks. It may also have a character that you can't see, such as a zero-width space. If you see nothing wrong, delete the whole field and paste again.",
	})),
	otherOrigin: defineFailure<{ readonly origin: string }>('invalidSetting', ({ origin }) => ({
		message: 'This credential cannot be used for other addresses',
		description: `Its token is for ${origin}. Send the request there, or use a credential for the other service.`,
	})),
	/** `detail` is the option of another node that is the risk. */
	tokenAtRisk: defineFailure<DetailFacts>('invalidSetting', ({ detail }) => ({
		message: 'This request was not sent, because it could expose the credential',
		description: `${detail} in the node could send the token to another host. Remove it. Set a proxy or a certificate authority for all of n8n instead (HTTPS_PROXY, NODE_EXTRA_CA_CERTS).`,
	})),
	accessTokenStale: defineFailure('invalidCredential', (facts) => ({
		message: 'The access token must be renewed',
		description: `${adviseRetry(facts)} If this keeps happening, open the credential and save it.`,
	})),
	noAccessToken: defineFailure<DetailFacts & ServiceWords>('invalidSetting', (facts) => ({
		message: 'The service returned no access token for the refresh token',
		description: `Its response contained ${facts.detail}.${quoteService(facts)} ${CHECK_BASE_URL}`,
	})),
};
