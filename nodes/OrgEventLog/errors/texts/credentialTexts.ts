import type { FailureFacts, FailureTextOf } from '../failureFacts';
import { CHECK_BASE_URL } from './phrases';

function nameOfSecret({ authentication }: FailureFacts): string {
	return authentication === 'apiKey' ? 'API Key' : 'Refresh Token';
}

export const unusableBaseUrl: FailureTextOf = ({ detail }) => ({
	message: 'Base URL in the credential cannot be used',
	description: `${detail ?? 'It is not an address.'} Example: https://events.example.com.`,
});

export const missingSecret: FailureTextOf = (facts) => ({
	message: `${nameOfSecret(facts)} in the credential is empty`,
	description:
		'Copy it from the management console and paste it there. Until then nothing is sent.',
});

export const malformedSecret: FailureTextOf = (facts) => ({
	message: `${nameOfSecret(facts)} in the credential holds characters that no token has`,
	description:
		'Copy it once more from the management console, without spaces, line breaks or quotation marks.',
});

export const otherOrigin: FailureTextOf = ({ origin }) => ({
	message: 'This credential is not sent to other addresses',
	description: `Its token belongs to ${origin ?? 'its own Base URL'}. Send the request there, or use a credential of that other service.`,
});

/** On the way that a request of another node would take. */
export const detour: FailureTextOf = ({ detail }) => ({
	message: 'This credential is not sent where somebody else could read it',
	description: `${detail ?? 'An option of the request'} could bring its token to another host. Remove it from the node. A proxy or a certificate authority is set for all of n8n (HTTPS_PROXY, NODE_EXTRA_CA_CERTS).`,
});

export const staleAccessToken: FailureTextOf = () => ({
	message: 'The access token has to be renewed',
	description: 'Run again. If this keeps happening, open the credential and save it once.',
});

export const missingAccessToken: FailureTextOf = ({ detail }) => ({
	message: 'The service gave no access token for the refresh token',
	description: `Its response to the exchange has ${detail ?? 'no token in it'}. ${CHECK_BASE_URL}`,
});
