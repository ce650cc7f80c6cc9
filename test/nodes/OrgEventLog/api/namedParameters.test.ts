import { failureOfStatus } from '../../../../nodes/OrgEventLog/api/response';
import { parametersNamedBy } from '../../../../nodes/OrgEventLog/errors/failure';

const PARAMETERS = ['order', 'after', 'before', 'skip', 'limit', 'type', 'action', 'user_email'];

function named(body: string, parameters = PARAMETERS): readonly string[] {
	const response = { status: 400, headers: {}, body: Buffer.from(body) };
	return parametersNamedBy(failureOfStatus(response, {}, 0, parameters));
}

it.each([
	'Please sign in again in order to continue',
	'Accept the terms before you use the API',
	'Try again after 5 minutes',
	'Try again after too many requests, not before',
	'In order not to lose data, wait. Before long all is well',
	'This action is not allowed for this type of account',
	'Your limit of requests is used up: rate limit exceeded, rate-limit: 5',
	'Your order is not complete',
	'unlimited, ordered, skipping, reaction',
	'Bad request: GET /api/v1/events?order=ASC&after=1&before=2&skip=0&limit=1000&type=a&action=b&user_email=c',
	'{"received":{"order":"ASC","after":1,"before":2,"skip":0,"limit":9,"type":"a","action":"b","user_email":"c"}}',
	'',
])('%s: names no parameter', (body) => {
	expect(named(body)).toEqual([]);
});

it.each<[string, string[]]>([
	['limit must not exceed 500', ['limit']],
	['The limit is too large', ['limit']],
	['Invalid limit', ['limit']],
	['limit too large', ['limit']],
	['limit greater than 500', ['limit']],
	['{"errors":{"limit":["at most 500"]}}', ['limit']],
	['{"parameter": "order"}', ['order']],
	['order must not be DESC', ['order']],
	['unknown order', ['order']],
	['Unsupported order ASC', ['order']],
	['Unknown parameter order', ['order']],
	['the value of the order parameter', ['order']],
	['order=desc expected', ['order']],
	["'order' is not supported in order to save time", ['order']],
	['field=after', ['after']],
	['after: not a number', ['after']],
	['“before” is a date', ['before']],
	['Invalid value for before', ['before']],
	['before must be later than after', ['before']],
	['Type should be one of a, b', ['type']],
	['Bad user_email ada@example.com', ['user_email']],
	['skip is out of range', ['skip']],
])('%s: names %j', (body, parameters) => {
	expect(named(body)).toEqual(parameters);
});

it('names the only parameter that there is', () => {
	expect(named('user_email is not known', ['user_email'])).toEqual(['user_email']);
});
