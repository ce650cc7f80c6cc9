import {
	concede,
	DOCUMENTED_TERMS,
	inTerms,
	type AcceptedTerms,
} from '../../../../nodes/OrgEventLog/api/pageNegotiation';
import { EventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';

const refusalNaming = (...namedParameters: string[]) =>
	new EventLogFailure('badRequest', { status: 400, namedParameters });

const asked = (limit: number, terms: Partial<AcceptedTerms> = {}) => ({
	...DOCUMENTED_TERMS,
	...terms,
	limit,
});

describe('a page is asked for', () => {
	const request = { order: 'DESC', skip: 0, limit: 1000 } as const;

	it.each<[string, Partial<AcceptedTerms>, object]>([
		['as the API is documented, to begin with', {}, { order: 'DESC', limit: 1000 }],
		['with a smaller limit, once a greater was refused', { maxLimit: 100 }, { limit: 100 }],
		['with the limit that is wanted, where that is smaller', { maxLimit: 5000 }, { limit: 1000 }],
		['with the order in lower case', { orderSpelling: 1 }, { order: 'desc' }],
		['without an order', { orderSpelling: 2 }, { order: undefined }],
	])('%s', (_when, terms, expected) => {
		expect(inTerms({ ...DOCUMENTED_TERMS, ...terms }, request)).toMatchObject(expected);
	});
});

describe('a refusal that names the limit', () => {
	it.each([
		[5000, 1000],
		[1000, 500],
		[500, 100],
		[100, 50],
		[50, 10],
	])('of %d leads to %d', (refused, next) => {
		expect(concede(DOCUMENTED_TERMS, asked(refused), refusalNaming('limit'))?.maxLimit).toBe(next);
	});

	it('of ten is final', () => {
		expect(concede(DOCUMENTED_TERMS, asked(10), refusalNaming('limit'))).toBeUndefined();
	});

	it('raises no limit that another request has found to be smaller', () => {
		const known = { ...DOCUMENTED_TERMS, maxLimit: 100 };
		expect(concede(known, asked(1000), refusalNaming('limit'))?.maxLimit).toBe(100);
	});
});

describe('a refusal that names the order', () => {
	it.each([
		['upper case', 0, 1],
		['lower case', 1, 2],
	])('in %s leads to the next spelling', (_spelling, refused, next) => {
		const terms = { ...DOCUMENTED_TERMS, orderSpelling: refused };
		expect(concede(terms, asked(10, terms), refusalNaming('order'))?.orderSpelling).toBe(next);
	});

	it('although there is none is final', () => {
		const terms = { ...DOCUMENTED_TERMS, orderSpelling: 2 };
		expect(concede(terms, asked(10, terms), refusalNaming('order'))).toBeUndefined();
	});

	it('of two requests at once leads to the next spelling, not to the one after that', () => {
		const afterFirst = concede(DOCUMENTED_TERMS, asked(10), refusalNaming('order'));
		const afterSecond = concede(afterFirst ?? DOCUMENTED_TERMS, asked(10), refusalNaming('order'));
		expect(afterSecond?.orderSpelling).toBe(1);
	});
});

it('is final where a refusal names neither, or where it is no refusal of a value', () => {
	expect(concede(DOCUMENTED_TERMS, asked(1000), refusalNaming('after'))).toBeUndefined();
	const forbidden = new EventLogFailure('forbidden', { status: 403 });
	expect(concede(DOCUMENTED_TERMS, asked(1000), forbidden)).toBeUndefined();
});
