import type { FailureTextOf } from '../failureFacts';
import { CHECK_BASE_URL, nameOfService } from './phrases';

export const htmlPage: FailureTextOf = (facts) => ({
	message: 'The address answers with a web page instead of events',
	description: `${nameOfService(facts)} sent HTML. ${CHECK_BASE_URL}`,
});

export const notJson: FailureTextOf = (facts) => ({
	message: 'The response of the service is not JSON',
	description: `${nameOfService(facts)} sent ${facts.detail ?? 'something else'}. ${CHECK_BASE_URL}`,
});

export const brokenJson: FailureTextOf = (facts) => ({
	message: 'The response of the service is not complete JSON',
	description: `What ${nameOfService(facts)} sent begins as JSON and ends in the middle, or has a mistake in it. Run again later.`,
});

export const missingData: FailureTextOf = (facts) => ({
	message: 'The response of the service has no “data” in it',
	description: `${nameOfService(facts)} sent ${facts.detail ?? 'other JSON'}, which is not how the event log answers. ${CHECK_BASE_URL}`,
});

export const unexpectedShape: FailureTextOf = ({ detail }) => ({
	message: 'The response of the service cannot be read',
	description: `${detail ?? 'It is not as documented'}. Nothing of it was used. Run again later; if it stays so, tell the maintainers of this node.`,
});
