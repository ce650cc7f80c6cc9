import 'reflect-metadata';
import { writeHeapSnapshot } from 'node:v8';
import { newSecret } from '../../sandbox/secrets/decoys';
import type { Secret } from '../../sandbox/secrets/search';
import { collectThrownErrors } from './thrownErrors';

/** What the snapshot is looked into for. */
class HeldErrors {
	constructor(readonly errors: readonly Error[]) {}
}

/** An error that holds a secret where no JSON and no `inspect` shows it. */
class TellingError extends Error {
	readonly #private: string;
	readonly tell: () => number;
	readonly excerpt: string;

	constructor(decoys: readonly Secret[]) {
		super('It tells nothing');
		const [inField = '', inClosure = '', inSymbol = '', inSlice = ''] = decoys.map(
			({ value }) => value,
		);
		this.#private = inField.slice(0);
		this.tell = () => inClosure.length + this.#private.length;
		Object.assign(this, { [Symbol('hidden')]: inSymbol });
		// V8 keeps all of a text of which a part is kept.
		this.excerpt = `what was around it: ${inSlice} and so on`.slice(0, 19);
	}
}

class HeldDecoys {
	constructor(readonly error: TellingError) {}
}

const kept: unknown[] = [];

/** Prints what is to be looked for; the heap is in the file that the command line names. */
async function main([file]: readonly string[]): Promise<void> {
	// Pauses before another try are a random share of their length: none.
	Math.random = () => 0;
	const { errors, secrets } = await collectThrownErrors();
	// As n8n does with every error that it writes down: until then V8 keeps the frames themselves.
	for (const { stack } of errors) kept.push(typeof stack);
	const decoys = ['a field', 'a closure', 'a symbol', 'a slice'].map(newSecret);
	kept.push(new HeldErrors(errors), new HeldDecoys(new TellingError(decoys)));
	writeHeapSnapshot(file);
	process.stdout.write(JSON.stringify({ errors: errors.length, secrets, decoys }));
}

void main(process.argv.slice(2));
