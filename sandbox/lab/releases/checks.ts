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
	'Says that a token was refused',
] as const;

export type Check = (typeof CHECKS)[number];

/** A release of n8n with the package in it: how each check is made. It throws where something does not hold. */
export type Probed = Readonly<Record<Check, () => Promise<void>>>;

/** Why each check does not hold; an empty text where it does. */
export type Findings = ReadonlyMap<Check, string>;

const MAX_REASON = 300;

function reasonOf(error: unknown): string {
	return (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON);
}

/** Makes all checks, one after another. */
export async function findAll(probed: Probed): Promise<Findings> {
	const findings = new Map<Check, string>();
	for (const check of CHECKS) {
		findings.set(check, await probed[check]().then(() => '', reasonOf));
	}
	return findings;
}

/** What is found; where nothing can be, as when n8n does not even start, nothing holds. */
export async function unlessItFails(finding: Promise<Findings>): Promise<Findings> {
	return await finding.catch(
		(error: unknown) => new Map(CHECKS.map((check) => [check, reasonOf(error)])),
	);
}

/** Findings as another process has written them: the entries of a map. @throws TypeError */
export function parseFindings(entries: unknown): Findings {
	if (!Array.isArray(entries)) throw new TypeError('Findings are a list');
	const found = new Map<unknown, unknown>(
		entries.flatMap((entry: unknown) => (Array.isArray(entry) ? [[entry[0], entry[1]]] : [])),
	);
	const reasonFor = (check: Check) => {
		const why = found.get(check);
		return typeof why === 'string' ? why : 'It was not checked';
	};
	return new Map(CHECKS.map((check) => [check, reasonFor(check)]));
}

/** What does not hold, and why. */
export function failuresIn(findings: Findings): string[] {
	const failures = [...findings].filter(([, why]) => why !== '');
	return failures.map(([check, why]) => `${check}: ${why}`);
}
