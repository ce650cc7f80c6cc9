import { isJsonObject } from '../jsonGuards';
import type { PollingMode } from '../n8n/settings';

/** What has to hold in each release, in the order of the table. */
export const CHECKS = [
	'Loads',
	'Credential test',
	'List',
	'Count',
	'Feed',
	'File',
	'Trigger',
	'Survives broken connections',
	'Names a refused token',
] as const;

export type Check = (typeof CHECKS)[number];

/** Whether it holds; where it doesn't, why. */
export type Finding = { readonly holds: true } | { readonly holds: false; readonly why: string };

export type Findings = ReadonlyMap<Check, Finding>;

/** What was found of a release in one polling mode. */
export interface Row {
	readonly version: string;
	/** What of it was run: all of n8n, or its `n8n-core` alone. */
	readonly ran: string;
	readonly mode: PollingMode;
	readonly findings: Findings;
}

const MAX_REASON = 300;

/** What a check comes to. @throws the signal's reason when it is aborted */
async function findingOf(check: () => Promise<void>, signal: AbortSignal): Promise<Finding> {
	try {
		await check();
		return { holds: true };
	} catch (error) {
		signal.throwIfAborted();
		const reason = error instanceof Error ? error.message : String(error);
		return { holds: false, why: reason.slice(0, MAX_REASON) };
	}
}

/** What decides each check: it throws where the check does not hold. */
export type Checks = Readonly<Record<Check, () => Promise<void>>>;

/** Makes all checks, one after another. */
export async function findAll(checks: Checks, signal: AbortSignal): Promise<Findings> {
	const findings = new Map<Check, Finding>();
	for (const check of CHECKS) findings.set(check, await findingOf(checks[check], signal));
	return findings;
}

function parseFinding(value: unknown): Finding {
	if (isJsonObject(value) && value.holds === true) return { holds: true };
	const why = isJsonObject(value) ? value.why : undefined;
	return { holds: false, why: typeof why === 'string' ? why : 'It was not checked' };
}

/** Findings as another process has written them: the entries of a map. @throws TypeError */
export function parseFindings(entries: unknown): Findings {
	if (!Array.isArray(entries)) throw new TypeError('Findings are a list');
	const found = new Map<unknown, unknown>(
		entries.flatMap((entry: unknown) => (Array.isArray(entry) ? [[entry[0], entry[1]]] : [])),
	);
	return new Map(CHECKS.map((check) => [check, parseFinding(found.get(check))]));
}

/** The same for all, as when n8n does not even start. */
export function noneHolds(why: string): Findings {
	const finding: Finding = { holds: false, why: why.slice(0, MAX_REASON) };
	return new Map(CHECKS.map((check) => [check, finding]));
}

export function allHold({ findings }: Row): boolean {
	return CHECKS.every((check) => findings.get(check)?.holds);
}
