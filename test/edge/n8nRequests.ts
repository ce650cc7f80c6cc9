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

	/** As `httpRequestWithAuthentication` does, it exchanges where there is no token, and once after a refusal. */
	async request(options: IHttpRequestOptions, additional: unknown): Promise<unknown> {
		const { credentialsDecrypted, preAuthenticationRetryStatusCode = 401 } = dict(additional);
		const given = dict(dict(credentialsDecrypted).data);
		if ((given.accessToken ?? this.accessToken) === '') await this.exchange();
		const { statusCode, ...answer } = await this.send(options);
		if (statusCode < 300 || isIgnored(options, statusCode)) return { statusCode, ...answer };
		if (statusCode === preAuthenticationRetryStatusCode) {
			await this.exchange();
			const second = await this.send(options);
			if (second.statusCode < 300 || isIgnored(options, second.statusCode)) return second;
		}
		const response = { status: statusCode, headers: answer.headers, data: '' };
		throw Object.assign(new Error('Request failed'), { httpCode: String(statusCode), response });
	}

	private async exchange(): Promise<void> {
		const httpRequest = async (): Promise<unknown> =>
			await Promise.resolve(this.service.exchange());
		const { accessToken = '' } = await this.type.preAuthentication.call(
			{ helpers: { httpRequest } },
			this.data,
		);
		this.accessToken = textOf(accessToken);
	}

	private async send(options: IHttpRequestOptions): Promise<Answer> {
		const { url, qs, headers } = await this.type.authenticate(this.data, options);
		return await this.service.answer(url, dict(qs), dict(headers).Authorization);
	}
}

function isIgnored({ ignoreHttpStatusErrors: ignored }: IHttpRequestOptions, status: number) {
	if (typeof ignored !== 'object') return ignored === true;
	return ignored.ignore && !(ignored.except ?? []).includes(status);
}
