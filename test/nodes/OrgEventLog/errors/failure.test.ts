import type { FailureKind } from '../../../../nodes/OrgEventLog/errors/failure';
import { EventLogFailure, FAILURE_TABLE } from '../../../../nodes/OrgEventLog/errors/failure';
import { STATUS_FAILURES } from '../../../../nodes/OrgEventLog/errors/kinds/statusFailures';
import { toNodeError } from '../../../../nodes/OrgEventLog/errors/nodeErrorContext';

const KINDS = Object.keys(FAILURE_TABLE) as FailureKind[];
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
	{ ...REQUIRED, authentication: 'refreshToken', isExchange: true, retryAfterMs: 5000 },
	{ ...REQUIRED, timeoutMs: 1500 },
] as const;
/** Of what only List, Count and Feed do. */
const OF_THE_NODE = new Set<FailureKind>([
	'tooManyGroups',
	'tooManyItems',
	'logBeginsLater',
	'logBeginningUnknown',
]);
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
		expect(error.failure?.cause).toBe(FAILURE_TABLE[kind].cause);
	});
});

it.each(KINDS.filter((kind) => !OF_THE_NODE.has(kind)))(
	'%s asks nobody to run a poll again, and names no field that a trigger lacks',
	(kind) => {
		for (const facts of VARIANTS) {
			const { description } = new EventLogFailure(kind, facts).withFacts({ isPoll: true });
			expect(description).not.toMatch(
				/[Rr]un (?:again|less)|[Tt]ry again|time range|use List|Output/,
			);
		}
	},
);

it('tells a poll that it will be tried again, whatever n8n is told', () => {
	const failure = new EventLogFailure('notFound', { status: 404 })
		.toTemporary()
		.withFacts({ isPoll: true });
	expect(failure.declaredCause).toBe('temporarily-unavailable');
	const description = (thrown: EventLogFailure) => toNodeError(NODE, thrown).description;
	const lost = new EventLogFailure('connectionLost', {});
	expect(description(lost)).toMatch(/complete\. Try again later\.$/);
	expect(description(lost.withFacts({ isPoll: true }))).toMatch(
		/A published trigger tries again at its next poll\.$/,
	);
	const limited = new EventLogFailure('rateLimited', { status: 429, retryAfterMs: 30_000 });
	expect(description(limited)).toBe(
		'Wait at least 30 seconds. Then try again. If it happens again, run less often or read a shorter time range.',
	);
	expect(description(limited.withFacts({ isPoll: true }))).toBe(
		'It asks to wait at least 30 seconds. A published trigger tries again at its next poll. If it happens again, poll less often (Poll Times), or use this credential in fewer workflows.',
	);
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

const { unauthorized } = STATUS_FAILURES;

it('tells whoever pasted the one into the field of the other to change the mode', () => {
	expect(unauthorized.describe({ status: 401, authentication: 'apiKey' }).description).toMatch(
		/set Authentication to Refresh Token\.$/,
	);
	expect(
		unauthorized.describe({ status: 401, authentication: 'refreshToken', isExchange: true })
			.description,
	).toMatch(/set Authentication to API Key\.$/);
});
