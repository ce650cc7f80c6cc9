import { invalidCredential, invalidSetting } from './definition';
import {
	type Authentication,
	CHECK_BASE_URL,
	type Detail,
	type Words,
	itSays,
	tryAgain,
} from './facts';

interface OfSecret {
	readonly authentication: Authentication;
}

function nameOfSecret({ authentication }: OfSecret): string {
	return authentication === 'apiKey' ? 'API Key' : 'Refresh Token';
}

export const CREDENTIAL_FAILURES = {
	baseUrl: invalidSetting<Detail>(({ detail }) => ({
		message: 'Base URL in the credential cannot be used',
		description: `${detail} Example: https://events.example.com.`,
	})),
	secretMissing: invalidSetting<OfSecret>((facts) => ({
		message: `${nameOfSecret(facts)} in the credential is empty`,
		description:
			'Copy it from the management console and paste it into the credential. Nothing was sent.',
	})),
	secretMalformed: invalidCredential<OfSecret>((facts) => ({
		message: `${nameOfSecret(facts)} in the credential has characters that a token cannot contain`,
		description:
			"Copy it again from the management console, without spaces, line breaks or quotation marks. It may also have a character that you can't see, such as a zero-width space. If you see nothing wrong, delete the whole field and paste again.",
	})),
	otherOrigin: invalidSetting<{ readonly origin: string }>(({ origin }) => ({
		message: 'This credential cannot be used for other addresses',
		description: `Its token is for ${origin}. Send the request there, or use a credential for the other service.`,
	})),
	/** Its detail is the way that a request of another node would take. */
	detour: invalidSetting<Detail>(({ detail }) => ({
		message: 'This request was not sent, because it could expose the credential',
		description: `${detail} in the node could send the token to another host. Remove it. Set a proxy or a certificate authority for all of n8n instead (HTTPS_PROXY, NODE_EXTRA_CA_CERTS).`,
	})),
	accessTokenStale: invalidCredential((facts) => ({
		message: 'The access token must be renewed',
		description: `${tryAgain(facts)} If this keeps happening, open the credential and save it.`,
	})),
	noAccessToken: invalidSetting<Detail & Words>((facts) => ({
		message: 'The service returned no access token for the refresh token',
		description: `Its response contained ${facts.detail}.${itSays(facts)} ${CHECK_BASE_URL}`,
	})),
};
