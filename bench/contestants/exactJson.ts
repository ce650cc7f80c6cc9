import { isDeepStrictEqual } from 'node:util';
import { median } from '../report';
import { loadExactJson } from '../product';
import type { Endpoint } from './n8n';
import { timed } from './timeAndMemory';

type Parse = (json: Buffer) => unknown;

const plain: Parse = (page) => JSON.parse(page.toString());

const PAGES = 10;
const PAGE_SIZE = 1_000;
const WARM_UP_PASSES = 2;
const NINETEEN_DIGITS = /([[:,])(-?\d{13})(\d{6})(?=[,}\]])/g;

async function pagesOf({ baseUrl, apiKey }: Endpoint): Promise<Buffer[]> {
	const headers = { Authorization: `Bearer ${apiKey}` };
	const pages: Buffer[] = [];
	for (let skip = 0; skip < PAGES * PAGE_SIZE; skip += PAGE_SIZE) {
		const url = `${baseUrl}/api/v1/events?order=ASC&limit=${PAGE_SIZE}&skip=${skip}`;
		pages.push(Buffer.from(await (await fetch(url, { headers })).arrayBuffer()));
	}
	return pages;
}

/** Medians of exact JSON's CPU milliseconds and of its ratio to `JSON.parse` in each pass. */
async function race(exact: Parse, pages: readonly Buffer[], passes: number) {
	const cpuMsOf = async (parse: Parse) =>
		(await timed(async () => await Promise.resolve(pages.map(parse)))).cpuMs;
	const [ratios, msPerPage]: [number[], number[]] = [[], []];
	for (let pass = 0; pass < WARM_UP_PASSES + passes; pass++) {
		const early = pass % 2 === 0 ? await cpuMsOf(exact) : undefined;
		const plainMs = await cpuMsOf(plain);
		const exactMs = early ?? (await cpuMsOf(exact));
		if (pass < WARM_UP_PASSES) continue;
		ratios.push(exactMs / plainMs);
		msPerPage.push(exactMs / pages.length);
	}
	return { ratio: median(ratios), msPerPage: median(msPerPage) };
}

/**
 * Exact JSON and `JSON.parse` over the same pages of List, with the 19-digit integers that they have
 * and with 13 digits of them; what exact JSON gives is compared with what a rewritten text gives.
 */
export async function compareJson(task: Endpoint & { readonly passes: number }) {
	const exact = loadExactJson();
	const long = await pagesOf(task);
	const rewritten = (pattern: string) =>
		long.map((page) => Buffer.from(page.toString().replace(NINETEEN_DIGITS, pattern)));
	const [asText, short] = [rewritten('$1"$2$3"'), rewritten('$1$2')];
	const isExact = (pages: readonly Buffer[], expected: readonly Buffer[]) =>
		isDeepStrictEqual(pages.map(exact), expected.map(plain));
	if (!isExact(long, asText) || !isExact(short, short)) throw new Error('Exact JSON is not exact');
	return {
		with: await race(exact, long, task.passes),
		without: await race(exact, short, task.passes),
	};
}
