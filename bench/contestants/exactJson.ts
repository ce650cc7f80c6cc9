import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import axios from 'axios';
import { DEFAULT_API_KEY } from '../../sandbox/service/accounts';
import { BENCH_SCRATCH } from '../places';
import { median } from '../report/median';
import { numberOf, textOf, type Values } from '../values';

type Parse = (json: Buffer) => unknown;

const EXACT_JSON = join(BENCH_SCRATCH, 'dist', 'nodes', 'OrgEventLog', 'api', 'exactJson.js');
const PAGES = 10;
const PAGE_SIZE = 1_000;
const NINETEEN_DIGITS = /([[:,]-?\d{13})\d{6}(?=[,}\]])/g;

/**
 * CPU time of exact JSON and of `JSON.parse` over the same pages of List, with the 19-digit integers
 * that they have and with none, both checked against a slow reader that keeps every digit.
 */
export async function measureExactJson(settings: Values): Promise<Values> {
	const parseExactJson = loadParser();
	const withLong = await pagesOf(textOf(settings, 'baseUrl'));
	const without = withLong.map((page) =>
		Buffer.from(page.toString().replace(NINETEEN_DIGITS, '$1')),
	);
	for (const page of [...withLong, ...without]) assertExact(parseExactJson, page);
	const passes = numberOf(settings, 'passes');
	return {
		...named('with', await race(parseExactJson, withLong, passes)),
		...named('without', await race(parseExactJson, without, passes)),
		longIntegers: Buffer.concat(withLong).toString().match(NINETEEN_DIGITS)?.length ?? 0,
	};
}

function loadParser(): Parse {
	const exported: unknown = createRequire(__filename)(EXACT_JSON);
	const isModule = typeof exported === 'object' && exported !== null;
	if (isModule && 'parseExactJson' in exported && isParse(exported.parseExactJson)) {
		return exported.parseExactJson;
	}
	throw new Error('Run "npm run build" first');
}

function isParse(value: unknown): value is Parse {
	return typeof value === 'function';
}

async function pagesOf(baseUrl: string): Promise<Buffer[]> {
	const headers = { Authorization: `Bearer ${DEFAULT_API_KEY}` };
	const pages: Buffer[] = [];
	for (let page = 0; page < PAGES; page++) {
		const params = { order: 'ASC', limit: PAGE_SIZE, skip: page * PAGE_SIZE };
		const { data } = await axios.get<Buffer>(`${baseUrl}/api/v1/events`, {
			params,
			headers,
			responseType: 'arraybuffer',
		});
		pages.push(data);
	}
	return pages;
}

/** Node 22 and later tell what a number was in the text. */
function slowExact(text: string): unknown {
	return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
		if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
		return /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
	});
}

function assertExact(parse: Parse, page: Buffer): void {
	if (!isDeepStrictEqual(parse(page), slowExact(page.toString())))
		throw new Error('Exact JSON is not exact');
}

function cpuOf(parse: Parse, pages: readonly Buffer[]): number {
	globalThis.gc?.();
	const before = process.cpuUsage();
	const parsed = pages.map(parse);
	const { user, system } = process.cpuUsage(before);
	if (parsed.length !== pages.length) throw new Error('Pages are missing');
	return (user + system) / 1000;
}

/** Medians of the CPU milliseconds of both, and of their ratio in each pass. */
async function race(exact: Parse, pages: readonly Buffer[], passes: number) {
	const parses = [exact, (page: Buffer): unknown => JSON.parse(page.toString())] as const;
	const ratios: number[] = [];
	const ours: number[] = [];
	for (let pass = 0; pass < passes + 2; pass++) {
		const turn = pass % 2 === 0 ? parses : [...parses].reverse();
		const spent = new Map(turn.map((parse) => [parse, cpuOf(parse, pages)]));
		const [mine = NaN, plain = NaN] = parses.map((parse) => spent.get(parse));
		if (pass >= 2) {
			ratios.push(mine / plain);
			ours.push(mine / pages.length);
		}
		await new Promise<void>((resolve) => setImmediate(resolve));
	}
	return { ratio: median(ratios), msPerPage: median(ours) };
}

function named(name: string, { ratio, msPerPage }: { ratio: number; msPerPage: number }): Values {
	return { [`${name}Ratio`]: ratio, [`${name}MsPerPage`]: msPerPage };
}
