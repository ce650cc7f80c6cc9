import { defineFailure } from './defineFailure';
import type { DetailFacts, ServiceWords } from './facts';
import {
	CHECK_BASE_URL,
	adviseOnBaseUrl,
	adviseRetry,
	formatBytes,
	nameService,
	quoteService,
} from './phrases';

export const BODY_FAILURES = {
	tooLarge: defineFailure<{ readonly maxBytes: number }>('temporary', (facts) => ({
		message: 'The response from the service is too large',
		description: `${nameService(facts)} sent more than ${formatBytes(facts.maxBytes)}. ${
			facts.duringExchange
				? CHECK_BASE_URL
				: `Nothing was returned. Even ten events are not that long. ${CHECK_BASE_URL}`
		}`,
	})),
	undecodable: defineFailure('oneRetry', (facts) => ({
		message: 'The response from the service cannot be decompressed',
		description: `${nameService(facts)} sent data that is not compressed as its header says. ${adviseRetry(facts, ' later')} If it happens again, check any proxy between n8n and the service.`,
	})),
	brokenJson: defineFailure('oneRetry', (facts) => ({
		message: 'The response from the service is not complete JSON',
		description: `${nameService(facts)} sent JSON that is cut off or broken. ${adviseRetry(facts, ' later')}`,
	})),
	htmlPage: defineFailure('settingOrOutageOneRetry', (facts) => ({
		message: 'The service returned a web page instead of events',
		description: `${nameService(facts)} sent HTML. ${
			facts.basePath ? `${adviseOnBaseUrl(facts)}.` : CHECK_BASE_URL
		}`,
	})),
	notJson: defineFailure<DetailFacts>('settingOrOutage', (facts) => ({
		message: 'The response from the service is not JSON',
		description: `${nameService(facts)} sent ${facts.detail}. ${CHECK_BASE_URL}`,
	})),
	noData: defineFailure<DetailFacts>('settingOrOutage', (facts) => ({
		message: 'The response from the service has no “data”',
		description: `${nameService(facts)} sent ${facts.detail}. The event log does not respond like this. ${CHECK_BASE_URL}`,
	})),
	/** Some services tell an error with status 200, beside data or without. */
	errorInBody: defineFailure<ServiceWords>('oneRetry', (facts) => ({
		message: 'The service says that it could not complete the request',
		description: `It responded with status 200, but not with complete data.${quoteService(facts)} Nothing was returned. ${
			facts.isAboutToken
				? `If its words are about ${
						facts.authentication === 'apiKey' ? 'the API key' : 'the token'
					}, check the credential. Otherwise: `
				: ''
		}${adviseRetry(facts, ' later')} If it happens again, contact the service's support.`,
	})),
	unexpectedShape: defineFailure<DetailFacts>('temporary', (facts) => ({
		message: 'The response from the service cannot be read',
		description: `${facts.detail}. Nothing was returned. ${adviseRetry(facts, ' later')} If it happens again, report it to https://github.com/org-event-log/n8n-nodes-org-event-log/issues.`,
	})),
};
