import {
	EventLogFailure,
	FAILURE_TABLE,
	type FailureKind,
} from '../../nodes/OrgEventLog/errors/failure';
import type { FailureCause } from '../../nodes/OrgEventLog/errors/kinds/failureTypes';
import { anchorOf, table } from './markdown';
import type { Sections } from './sections';

const CAUSES: Readonly<Record<FailureCause, string>> = {
	'rate-limited': 'rate-limited',
	'temporarily-unavailable': 'will pass',
	'credential-invalid': 'needs you: the credential',
	'configuration-invalid': 'needs you: a setting',
};

/** Of what messages are made, for whatever kind; without an instant. */
const FACTS = { status: 499, origin: '…', detail: '…', maxBytes: 0, atMs: NaN } as const;

/** The ways in which one kind of failure is worded. */
const WORDINGS = [
	{ ...FACTS, authentication: 'refreshToken', isExchange: true },
	{ ...FACTS, authentication: 'refreshToken' },
	{ ...FACTS, authentication: 'apiKey' },
	{ ...FACTS, authentication: 'apiKey', namedFields: ['…'] },
] as const;

/** What is tried again by itself, and what a poll tells n8n's scheduler: nothing else of n8n reads it. */
export function failureSections(): Sections {
	const groups = new Map<string, Set<string>>();
	const isKind = (name: string): name is FailureKind => name in FAILURE_TABLE;
	for (const kind of Object.keys(FAILURE_TABLE).filter(isKind)) {
		const { maxRetries = 0, cause, mayMeanOutage = false } = FAILURE_TABLE[kind];
		const told = mayMeanOutage ? 'temporarily-unavailable' : cause;
		const group = [timesOf(maxRetries), CAUSES[told]].join(SEPARATOR);
		const messages = groups.get(group) ?? new Set();
		groups.set(group, messages);
		for (const message of messagesOf(kind)) messages.add(asLink(message));
	}
	const rows = [...groups].map(([group, messages]) => [
		...group.split(SEPARATOR),
		[...messages].join('<br>'),
	]);
	return { failures: table(['tried again', 'n8n is told', 'messages'], rows) };
}

const SEPARATOR = '\n';

function messagesOf(kind: FailureKind): readonly string[] {
	return [...new Set(WORDINGS.map((facts) => new EventLogFailure(kind, facts).message))];
}

function asLink(message: string): string {
	return `[${message}](#${anchorOf(message)})`;
}

function timesOf(retries: number): string {
	if (retries === 0) return '–';
	return retries === 1 ? 'once' : `${retries} times`;
}
