import { inspect } from 'node:util';
import { decoyText, newSecret } from '../../sandbox/secrets/decoys';
import { Search, type Secret } from '../../sandbox/secrets/search';
import { everythingIn } from '../support/everythingIn';
import { collectThrownErrors } from './thrownErrors';

const MIN_ERRORS = 50;

const WAYS_TO_WRITE: Readonly<Record<string, (error: Error) => string>> = {
	message: ({ message }) => message,
	stack: ({ stack }) => stack ?? '',
	JSON: (error) => JSON.stringify(error),
	inspect: (error) => inspect(error, { depth: Infinity, showHidden: true, getters: true }),
	'all properties, causes among them': (error) => everythingIn(error),
};

function findsIn(text: string, secrets: readonly Secret[]) {
	return new Search(secrets).findIn({ place: 'error', name: '', bytes: Buffer.from(text) });
}

describe('what the nodes throw, with secrets in hand', () => {
	let thrown: Awaited<ReturnType<typeof collectThrownErrors>>;

	beforeAll(async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		thrown = await collectThrownErrors();
	});
	afterAll(() => jest.restoreAllMocks());

	it('is an error of n8n in each case', () => {
		expect(thrown.errors.length).toBeGreaterThan(MIN_ERRORS);
		expect(thrown.secrets.length).toBeGreaterThan(15);
		const names = new Set(thrown.errors.map(({ name }) => name));
		expect([...names].filter((name) => !/^Node(?:Api|Operation)Error$/.test(name))).toEqual([]);
	});

	it.each(Object.keys(WAYS_TO_WRITE))('holds none, written as: %s', (way) => {
		const text = thrown.errors.map((error) => WAYS_TO_WRITE[way]?.(error)).join('\n');
		expect(text.length).toBeGreaterThan(MIN_ERRORS);
		expect(findsIn(text, thrown.secrets)).toEqual([]);
	});

	it('would be caught in each of them', () => {
		const decoy = newSecret('decoy');
		const cause = Object.assign(new Error('refused'), {
			config: { headers: { Authorization: `Bearer ${decoy.value}` } },
		});
		const telling = new Error(`Refused: ${decoy.value}`, { cause });
		for (const write of Object.values(WAYS_TO_WRITE).filter((way) => way !== JSON.stringify)) {
			const text = write(Object.assign(telling, { details: decoyText(decoy) }));
			expect(findsIn(text, [decoy])).not.toEqual([]);
		}
		const quiet = new Error('Refused', { cause });
		for (const way of ['inspect', 'all properties, causes among them'])
			expect(findsIn(WAYS_TO_WRITE[way]?.(quiet) ?? '', [decoy])).not.toEqual([]);
	});
});
