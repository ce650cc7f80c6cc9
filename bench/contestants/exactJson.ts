import { isDeepStrictEqual } from 'node:util';
import { median } from '../report';
import { loadExactJson } from '../product';
import type { Target } from './n8n';
import { timed } from './stopwatch';

type Parse = (json: Buffer) => unknown;

const PAGES = 10;
const PAGE_SIZE = 1_000;
const WARM_UP_PASSES = 2;
const NINETEEN_DIGITS = /([[:,]-?\d{13})\d{6}(?=[,}\]])/g;

async function pagesOf({ baseUrl, apiKey }: Target): Promise<Buffer[]> {
	const headers = { Authorization: `Bearer ${apiKey}` };
	const pages: Buffer[] = [];
	for (let skip = 0; skip < PAGES * PAGE_SIZE; skip += PAGE_SIZE) {
		const url = `${baseUrl}/api/v1/events?order=ASC&limit=${PAGE_SIZE}&skip=${skip}`;
		pages.push(Buffer.from(await (await fetch(url, { headers })).arrayBuffer()));
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

/** Medians of exact JSON's CPU milliseconds and of its ratio to `JSON.parse` in each pass. */
async function race(exact: Parse, pages: readonly Buffer[], passes: number) {
	const plain: Parse = (page) => JSON.parse(page.toString());
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
 * and with none, checked against a slow reader that keeps every digit.
 */
export async function compareJson(task: Target & { readonly passes: number }) {
	const exact = loadExactJson();
	const long = await pagesOf(task);
	const short = long.map((page) => Buffer.from(page.toString().replace(NINETEEN_DIGITS, '$1')));
	for (const page of [...long, ...short]) {
		if (isDeepStrictEqual(exact(page), slowExact(page.toString()))) continue;
		throw new Error('Exact JSON is not exact');
	}
	return {
		with: await race(exact, long, task.passes),
		without: await race(exact, short, task.passes),
	};
}
