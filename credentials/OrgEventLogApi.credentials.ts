import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import {
	authorize,
	tokenPrefixOf,
	exchangeRefreshToken,
} from '../nodes/OrgEventLog/api/accessToken';
import { readCredentialFields } from '../nodes/OrgEventLog/api/credentialFields';
import { type SendHttpRequest, RESPONSE_OPTIONS } from '../nodes/OrgEventLog/api/request';

/** Requests that need a token at the same moment share an exchange, because a service may accept the newest alone. */
const exchangesInFlight = new Map<string, Promise<string>>();

export class OrgEventLogApi implements ICredentialType {
	name = 'orgEventLogApi';

	displayName = 'Organization Event Log API';

	icon = {
		light: 'file:../icons/orgEventLog.svg',
		dark: 'file:../icons/orgEventLog.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/org-event-log/n8n-nodes-org-event-log/blob/main/docs/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://events.example.com',
			description:
				'Address of the service for your organization. It must start with https:// (http:// only for localhost).',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{
					name: 'Refresh Token',
					value: 'refreshToken',
					description: 'Your personal token, from your profile page in the management console',
				},
				{
					name: 'API Key',
					value: 'apiKey',
					description: 'A key with a scope, from Settings → API Keys in the management console',
				},
			],
			default: 'refreshToken',
		},
		{
			displayName: 'Refresh Token',
			name: 'refreshToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Generate it on your profile page in the management console. n8n exchanges it for short-lived access tokens.',
			displayOptions: { show: { authentication: ['refreshToken'] } },
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Add a key under Settings → API Keys in the management console, with a scope that allows reading events',
			displayOptions: { show: { authentication: ['apiKey'] } },
		},
		{
			displayName: 'API Version',
			name: 'apiVersion',
			type: 'options',
			options: [
				{
					name: 'V1',
					value: 'v1',
					description: 'The version in which the event log is documented',
				},
				{ name: 'V2', value: 'v2', description: 'Only if your service asks you to use it' },
			],
			default: 'v1',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	/** Gets an access token. n8n calls this when there is none yet, and again after a 401. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const fields = readCredentialFields(credentials);
		if (fields.authentication === 'apiKey') return {};
		const httpRequest: SendHttpRequest = async (options, abortSignal): Promise<unknown> =>
			await this.helpers.httpRequest({ ...options, ...RESPONSE_OPTIONS, abortSignal });
		const prefix = tokenPrefixOf(fields);
		const token =
			exchangesInFlight.get(prefix) ??
			exchangeRefreshToken(fields, httpRequest).finally(() => exchangesInFlight.delete(prefix));
		exchangesInFlight.set(prefix, token);
		return { accessToken: prefix + (await token) };
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const fields = readCredentialFields(credentials);
		return await Promise.resolve(authorize(fields, credentials.accessToken, requestOptions));
	}
}
