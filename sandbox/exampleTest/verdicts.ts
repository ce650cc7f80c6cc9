import { isDeepStrictEqual } from 'node:util';

/** So much is shown of a text that is not as expected. */
const MAX_SHOWN = 4_000;

function shown(value: unknown): string {
	const text = JSON.stringify(value, undefined, 2);
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** What was compared, and what was otherwise than expected. */
export class Verdicts {
	private compared = 0;
	private different = 0;
	private failed = 0;

	/** Word for word; says so where it is otherwise. */
	compare(what: string, actual: unknown, expected: unknown): void {
		this.compared++;
		if (isDeepStrictEqual(actual, expected)) {
			console.error(`${what}: as expected`);
			return;
		}
		this.different++;
		console.error(`${what}: DIFFERENT\nexpected ${shown(expected)}\nbut it was ${shown(actual)}`);
	}

	addFailure(what: string, error: unknown): void {
		this.failed++;
		console.error(`${what}: FAILED\n${error instanceof Error ? error.message : String(error)}`);
	}

	get allWell(): boolean {
		return this.compared > 0 && this.different + this.failed === 0;
	}

	/** As one line of JSON. */
	summary(): string {
		const { compared, different, failed } = this;
		return JSON.stringify({ compared, different, failed });
	}
}
