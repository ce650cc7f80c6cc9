import { DEFAULT_API_KEY, DEFAULT_REFRESH_TOKEN } from '../service';

/** A credential as `import:credentials` takes it. */
interface ImportedCredential {
	readonly id: string;
	readonly name: string;
	readonly type: 'orgEventLogApi';
	readonly data: Readonly<Record<string, string>>;
}

/** The credentials that the examples name: one for each authentication mode, to the simulated service. */
export function sandboxCredentials(serviceUrl: string): ImportedCredential[] {
	return [
		{
			id: 'orgEventLogToken',
			name: 'Organization Event Log (refresh token)',
			type: 'orgEventLogApi',
			data: {
				baseUrl: serviceUrl,
				authentication: 'refreshToken',
				refreshToken: DEFAULT_REFRESH_TOKEN,
				apiVersion: 'v1',
			},
		},
		{
			id: 'orgEventLogKey',
			name: 'Organization Event Log (API key)',
			type: 'orgEventLogApi',
			data: {
				baseUrl: serviceUrl,
				authentication: 'apiKey',
				apiKey: DEFAULT_API_KEY,
				apiVersion: 'v1',
			},
		},
	];
}
