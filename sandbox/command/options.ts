import { parseArgs } from 'node:util';

/** What was given on a command line, by the names of its options. */
export class Given {
	/** The options that were asked for. */
	readonly asked: Record<string, { type: 'string' | 'boolean' }> = {};

	constructor(private readonly values: Readonly<Record<string, unknown>>) {}

	flag(name: string): boolean {
		this.asked[name] = { type: 'boolean' };
		return this.values[name] === true;
	}

	text(name: string, unlessGiven = ''): string {
		this.asked[name] = { type: 'string' };
		const value = this.values[name];
		return typeof value === 'string' ? value : unlessGiven;
	}

	wholeNumber(name: string, unlessGiven: number): number {
		return parseWholeNumber(name, this.text(name, String(unlessGiven)));
	}
}

function parseWholeNumber(name: string, text: string): number {
	const value = Number(text);
	if (text.trim() !== '' && Number.isInteger(value) && value >= 0) return value;
	throw new TypeError(`--${name} takes a whole number, not "${text}"`);
}

/**
 * What parses a command line that has `--help` and the options that `read` asks for; with none given it must not
 * throw. The parser throws TypeErrors that name what it doesn't understand.
 */
export function parserOf<Options extends object>(
	read: (given: Given) => Options,
): (args: readonly string[]) => Options & { readonly help: boolean } {
	return (args) => {
		const none = new Given({});
		read(none);
		const options = { ...none.asked, help: { type: 'boolean' as const } };
		const { values } = parseArgs({ args: [...args], options });
		return { ...read(new Given(values)), help: values.help === true };
	};
}
