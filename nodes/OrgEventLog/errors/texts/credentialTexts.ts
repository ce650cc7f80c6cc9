import { type Authentication, CHECK_BASE_URL, type Detail, type FailureTextOf } from './facts';

interface OfSecret {
	readonly authentication: Authentication;
}

function nameOfSecret({ authentication }: OfSecret): string {
	return authentication === 'apiKey' ? 'API Key' : 'Refresh Token';
}

export const unusableBaseUrl: FailureTextOf<Detail> = ({ detail }) => ({
	message: 'Base URL in the credential cannot be used',
	description: `${detail} Example: https://events.example.com.`,
});

export const missingSecret: FailureTextOf<OfSecret> = (facts) => ({
	message: `${nameOfSecret(facts)} in the credential is empty`,
	description:
		'Copy it from the management console and paste it there. Until then nothing is sent.',
});

export const malformedSecret: FailureTextOf<OfSecret> = (facts) => ({
	message: `${nameOfSecret(facts)} in the credential holds characters that no token has`,
	description:
		'Copy it once more from the management console, without spaces, line breaks or quotation marks.',
});

export const otherOrigin: FailureTextOf<{ readonly origin: string }> = ({ origin }) => ({
	message: 'This credential is not sent to other addresses',
	description: `Its token belongs to ${origin}. Send the request there, or use a credential of that other service.`,
});

/** On the way that a request of another node would take. */
export const detour: FailureTextOf<Detail> = ({ detail }) => ({
	message: 'This credential is not sent where somebody else could read it',
	description: `${detail} could bring its token to another host. Remove it from the node. A proxy or a certificate authority is set for all of n8n (HTTPS_PROXY, NODE_EXTRA_CA_CERTS).`,
});

export const staleAccessToken: FailureTextOf = () => ({
	message: 'The access token has to be renewed',
	description: 'Run again. If this keeps happening, open the credential and save it once.',
});

export const missingAccessToken: FailureTextOf<Detail> = ({ detail }) => ({
	message: 'The service gave no access token for the refresh token',
	description: `Its response to the exchange has ${detail}. ${CHECK_BASE_URL}`,
});
