import {
	parseExportOptions,
	parseItemsOptions,
} from '../../../../nodes/OrgEventLog/parameters/parseReadOptions';
import { parametersOf, refusalOf } from './refusal';

const parse = (options: Record<string, unknown>, returnAll: unknown = false, limit: unknown = 50) =>
	parseItemsOptions(parametersOf({ returnAll, limit, options }));
const parseFile = (options: Record<string, unknown>) =>
	parseExportOptions(parametersOf({ options }));

describe('how much is read, and how', () => {
	it('reads newest first, a limited number, in large pages, where nothing is set', () => {
		expect(parse({})).toEqual({
			order: 'DESC',
			limit: 50,
			skip: 0,
			timeoutMs: 60_000,
			// From the first page on up to five times as many.
			...{ firstPageLimit: 1000, maxPageLimit: 5000 },
			maxParallelRequests: 4,
		});
	});

	it('reads what is set, numbers also as text', () => {
		expect(
			parse(
				{ order: 'asc', skip: '5', pageSize: 10, maxParallelRequests: '2', timeout: 1500 },
				'false',
				'7',
			),
		).toEqual({
			order: 'ASC',
			limit: 7,
			skip: 5,
			maxPageLimit: 10,
			maxParallelRequests: 2,
			timeoutMs: 1500,
		});
	});

	it('keeps to short pages for a file, and to the size that is chosen', () => {
		expect(parseFile({})).toMatchObject({ maxPageLimit: 1000, firstPageLimit: undefined });
		expect(parseFile({ pageSize: 3000 })).toMatchObject({ maxPageLimit: 3000 });
	});

	it('has everything in a file, oldest first, unless Options say how many at most', () => {
		expect(parseFile({})).toMatchObject({ order: 'ASC', limit: undefined });
		expect(parseFile({ limit: '7', order: 'DESC' })).toMatchObject({ order: 'DESC', limit: 7 });
		expect(refusalOf(() => parseFile({ limit: 7, sampleSize: 3 })).field).toBe('Sample Size');
	});

	it('has no limit with Return All, whatever the hidden limit holds', () => {
		expect(parse({ skip: 0 }, true, 'nonsense')).toMatchObject({ limit: undefined, skip: 0 });
	});

	it('reads a sample, its seed also as a number; none where its size is left empty', () => {
		expect(parse({ sampleSize: '25', sampleSeed: 2025 }, true).sample).toEqual({
			size: 25,
			seed: '2025',
		});
		expect(parse({ sampleSize: 1 }, true).sample).toEqual({ size: 1, seed: '' });
		expect(parse({ sampleSize: '', sampleSeed: 'x' }, false).sample).toBeUndefined();
	});

	it.each<[string, Record<string, unknown>, unknown, unknown, string]>([
		['a sample without Return All', { sampleSize: 25 }, false, 5, 'Sample Size'],
		['a seed that is no text', { sampleSize: 1, sampleSeed: {} }, true, 5, 'Sample Seed'],
		['a skip with Return All', { skip: 3 }, true, 5, 'Skip'],
		['words for a time-out', { timeout: 'long' }, false, 5, 'Timeout'],
		['a one for Return All', {}, 1, 5, 'Return All'],
		['a yes for Return All', {}, 'yes', 5, 'Return All'],
	])('refuses %s by the name of the field', (_what, options, returnAll, limit, field) => {
		expect(refusalOf(() => parse(options, returnAll, limit)).field).toBe(field);
	});
});
