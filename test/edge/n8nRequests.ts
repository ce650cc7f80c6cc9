import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import type { OrgEventLogApi } from '../../credentials/OrgEventLogApi.credentials';
import { dict } from './documentedFields';
import { textOf } from './servedEvent';
import type { Answer, Service } from './service';

/** A credential as n8n's contexts offer it to a node. */
export interface CredentialInUse {
	readonly data: ICredentialDataDecryptedObject;
	request(options: IHttpRequestOptions, additional: unknown): Promise<unknown>;
}

/** A stored credential, and n8n's helper that makes requests with it. */
export class StoredCredential implements CredentialInUse {
	private accessToken = '';

	constructor(
		private readonly type: OrgEventLogApi,
		private readonly service: Service,
	) {}

	get data(): ICredentialDataDecryptedObject {
		return {
			baseUrl: 'https://log.example.com',
			authentication: this.service.usesTokens ? 'refreshToken' : 'apiKey',
			apiKey: 'the-api-key',
			refreshToken: 'the-refresh-token',
			apiVersion: 'v1',
			accessToken: this.accessToken,
		};
	}

	/**
	 * As `httpRequestWithAuthentication` does, it exchanges where there is no token, and once after a refusal, and writes a
	 * new token into the data that it was given.
	 */
	async request(options: IHttpRequestOptions, additional: unknown): Promise<unknown> {
		const { credentialsDecrypted, preAuthenticationRetryStatusCode = 401 } = dict(additional);
		const { data: given } = dict(credentialsDecrypted);
		const data = isData(given) ? given : this.data;
		if (data.accessToken === '') await this.exchange(data);
		const { statusCode, ...answer } = await this.send(options, data);
		if (statusCode < 300 || isIgnored(options, statusCode)) return { statusCode, ...answer };
		if (statusCode === preAuthenticationRetryStatusCode) {
			await this.exchange(data);
			const second = await this.send(options, data);
			if (second.statusCode < 300 || isIgnored(options, second.statusCode)) return second;
		}
		const response = { status: statusCode, headers: answer.headers, data: '' };
		throw Object.assign(new Error('Request failed'), { httpCode: String(statusCode), response });
	}

	private async exchange(data: ICredentialDataDecryptedObject): Promise<void> {
		const httpRequest = async (): Promise<unknown> =>
			await Promise.resolve(this.service.exchange());
		const { accessToken = '' } = await this.type.preAuthentication.call(
			{ helpers: { httpRequest } },
			data,
		);
		this.accessToken = data.accessToken = textOf(accessToken);
	}

	private async send(
		options: IHttpRequestOptions,
		data: ICredentialDataDecryptedObject,
	): Promise<Answer> {
		const { url, qs, headers } = await this.type.authenticate(data, options);
		return await this.service.answer(url, dict(qs), dict(headers).Authorization);
	}
}

function isData(value: unknown): value is ICredentialDataDecryptedObject {
	return typeof value === 'object' && value !== null;
}

function isIgnored({ ignoreHttpStatusErrors: ignored }: IHttpRequestOptions, status: number) {
	if (typeof ignored !== 'object') return ignored === true;
	return ignored.ignore && !(ignored.except ?? []).includes(status);
}
