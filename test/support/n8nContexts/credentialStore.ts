import {
	ICredentialsHelper,
	NodeHelpers,
	getCredentialOwnRequestAllowedDomains,
	injectDomainRestrictionFields,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type ICredentials,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type IRequestOptionsSimplified,
} from 'n8n-workflow';
import { OrgEventLogApi } from '../../../credentials/OrgEventLogApi.credentials';

export const CREDENTIAL_TYPE = 'orgEventLogApi';
export const CREDENTIAL_DETAILS = { id: 'credential-1', name: 'Event log' };

const expirableField = (properties: INodeProperties[]) =>
	properties.find(({ type, typeOptions }) => type === 'hidden' && typeOptions?.expirable === true);

/** An older n8n-workflow, such as 2.20, has neither of the functions. */
const knowsDomains = typeof injectDomainRestrictionFields === 'function';

/** n8n holds what a credential sends itself against the domains that its user allowed. */
function restrictedToDomains(
	{ helpers }: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): IHttpRequestHelper {
	return {
		helpers: {
			httpRequest: async (options): Promise<unknown> => {
				const allowedDomains = knowsDomains
					? getCredentialOwnRequestAllowedDomains(credentials)
					: undefined;
				const restricted = allowedDomains === undefined ? options : { ...options, allowedDomains };
				const response: unknown = await helpers.httpRequest(restricted);
				return response;
			},
		},
	};
}

/**
 * One credential and what n8n's CredentialsHelper does with it: defaults, hidden fields left out,
 * `preAuthentication` only for an empty token or after a 401, its result written back.
 */
export class CredentialStore extends ICredentialsHelper {
	/** What the database would hold, decrypted. Read it or edit it as a user would. */
	stored: ICredentialDataDecryptedObject;

	/** How often n8n wrote the credential back. */
	writes = 0;

	private readonly properties: INodeProperties[];

	constructor(
		stored: ICredentialDataDecryptedObject,
		readonly credentialType: ICredentialType = new OrgEventLogApi(),
	) {
		super();
		this.stored = stored;
		this.properties = knowsDomains
			? injectDomainRestrictionFields(credentialType)
			: credentialType.properties;
	}

	/** The credential as nodes see it. */
	decrypted(): ICredentialDataDecryptedObject {
		const data = NodeHelpers.getNodeParameters(
			this.properties,
			structuredClone(this.stored) as INodeParameters,
			true,
			false,
			null,
			null,
		);
		return (data ?? {}) as ICredentialDataDecryptedObject;
	}

	/** Expressions in it are of the input item that it is asked for, as n8n has it. */
	async getDecrypted(
		...[, , , mode, executeData, , values]: Parameters<ICredentialsHelper['getDecrypted']>
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.decrypted();
		if (values === undefined) return await Promise.resolve(data);
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		return workflow.expression.getParameterValue(
			data as INodeParameters,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{},
			executeData,
		) as ICredentialDataDecryptedObject;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.credentialType;
		if (typeof authenticate !== 'function') throw new Error('The credential has no authenticate');
		return await authenticate.call(
			this.credentialType,
			credentials,
			requestOptions as IHttpRequestOptions,
		);
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { preAuthentication, name } = this.credentialType;
		const expirable = expirableField(this.properties)?.name;
		if (expirable === undefined || preAuthentication === undefined) return undefined;
		if (credentials[expirable] !== '' && !credentialsExpired) return undefined;
		const output = await preAuthentication.call(
			restrictedToDomains(helpers, credentials),
			credentials,
		);
		if (output[expirable] === undefined || node.credentials?.[name] === undefined) return undefined;
		const data = output as ICredentialDataDecryptedObject;
		await this.updateCredentials(CREDENTIAL_DETAILS, name, { ...this.stored, ...data });
		return Object.assign(credentials, data);
	}

	async runPreAuthentication(): Promise<undefined> {
		return await Promise.reject(new Error('Only agents of n8n use this'));
	}

	async updateCredentials(
		_details: unknown,
		_type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		this.stored = structuredClone(data);
		this.writes++;
		await Promise.resolve();
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		await Promise.reject(new Error('Not an OAuth credential'));
	}

	async getCredentials(): Promise<ICredentials> {
		return await Promise.reject(new Error('Read `stored` instead'));
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(): INodeProperties[] {
		return this.properties;
	}
}

/** A stored credential, as if the user had filled in these fields. */
export function createCredentialStore(fields: ICredentialDataDecryptedObject): CredentialStore {
	return new CredentialStore({ authentication: 'refreshToken', ...fields });
}
