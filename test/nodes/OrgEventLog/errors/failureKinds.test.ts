import { EventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';
import { FAILURE_KINDS, type FailureKind } from '../../../../nodes/OrgEventLog/errors/failureKinds';
import { toNodeError } from '../../../../nodes/OrgEventLog/errors/nodeErrorContext';

const KINDS = Object.keys(FAILURE_KINDS) as FailureKind[];
/** What has to be known of a failure of any kind, and what may be known besides. */
const REQUIRED = {
	authentication: 'apiKey',
	origin: 'https://a.example.com',
	status: 499,
	detail: 'It is not as documented.',
	maxBytes: 1024,
	atMs: NaN,
} as const;
const VARIANTS = [
	REQUIRED,
	{ ...REQUIRED, apiVersion: 'v2', basePath: '/x' },
	{ ...REQUIRED, authentication: 'refreshToken', duringExchange: true, retryAfterMs: 5000 },
	{ ...REQUIRED, namedFields: ['Page Size (limit)', 'Type (type)'], timeoutMs: 1500 },
] as const;
const NODE = {
	id: '1',
	name: 'Node',
	type: 'n8n-nodes-org-event-log.orgEventLog',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};

describe.each(KINDS)('%s', (kind) => {
	it.each(VARIANTS)('says what happened and what to do: %j', (facts) => {
		const { message, description } = new EventLogFailure(kind, facts);
		expect(message).toMatch(/^(?:[A-Z]|n8n).{8,90}[^.]$/);
		expect(description).toMatch(/^.{20,}\.$/);
		expect(`${message} ${description}`).not.toMatch(/\b(error|problem|undefined|null|NaN)\b/i);
	});

	it.each(VARIANTS)('reaches the user in these very words: %j', (facts) => {
		const { message, description } = new EventLogFailure(kind, facts);
		const error = toNodeError(NODE, new EventLogFailure(kind, facts), 2);
		expect(error).toMatchObject({ message, description, context: { itemIndex: 2 } });
		expect(error.failure?.cause).toBe(FAILURE_KINDS[kind].cause);
	});
});

it('passes on what n8n itself has to say, and wraps what is a mistake of ours', () => {
	const own = toNodeError(NODE, new EventLogFailure('notFound', { status: 404 }));
	expect(toNodeError(NODE, own)).toBe(own);
	expect(toNodeError(NODE, new TypeError('x is not a function'), 1)).toMatchObject({
		name: 'NodeOperationError',
		message: 'x is not a function',
	});
	expect(toNodeError(NODE, null).message).toBe('null');
});
