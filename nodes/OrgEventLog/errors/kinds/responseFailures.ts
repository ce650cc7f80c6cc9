import { defineFailure, type DetailFacts, type ServiceWords } from './failureTypes';
import {
	CHECK_BASE_URL,
	adviseOnBaseUrl,
	adviseRetry,
	formatBytes,
	nameService,
	quoteService,
} from './phrases';

/** A response came with a status of success, but its body can't be used. */
export const RESPONSE_FAILURES = {
	tooLarge: defineFailure<{ readonly maxBytes: number }>('temporary', (facts) => ({
		message: 'The response from the service is too large',
		description: `${nameService(facts)} sent more than ${formatBytes(facts.maxBytes)}. Nothing was returned. ${CHECK_BASE_URL}`,
	})),
	brokenJson: defineFailure('oneRetry', (facts) => ({
		message: 'The response from the service is cut off or broken',
		description: `${nameService(facts)} sent no complete JSON, or data that is not compressed as its header says. ${adviseRetry(facts, ' later')} If it happens again, check any proxy between n8n and the service.`,
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
		description: `It responded with status 200, but not with complete data.${quoteService(facts)} Nothing was returned. ${adviseRetry(facts, ' later')} If it happens again, contact the service's support.`,
	})),
	unexpectedShape: defineFailure<DetailFacts>('temporary', (facts) => ({
		message: 'The response from the service cannot be read',
		description: `${facts.detail}. Nothing was returned. ${adviseRetry(facts, ' later')} If it happens again, report it to https://github.com/org-event-log/n8n-nodes-org-event-log/issues.`,
	})),
};
