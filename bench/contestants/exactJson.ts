import { isDeepStrictEqual } from 'node:util';
import { ReusedBuffer } from '../../nodes/OrgEventLog/json/reusedBuffer';
import { listPages, type Endpoint } from '../log';
import { loadExactJson } from '../product';
import { median, medianRatio } from '../report';
import { timed } from './measuring';

type Parse = (json: Buffer) => unknown;

const EVENTS = 10_000;
const WARM_UP_PASSES = 2;
const NINETEEN_DIGITS = /([[:,])(-?\d{13})(\d{6})(?=[,}\]])/g;

const plain: Parse = (page) => JSON.parse(page.toString());

/** Medians of exact JSON's CPU milliseconds and of its ratio to `JSON.parse` in each pass. */
async function race(exact: Parse, pages: readonly Buffer[], passes: number) {
	const entries = [exact, plain].map((parse) => ({ parse, cpuMs: new Array<number>() }));
	for (let pass = 0; pass < WARM_UP_PASSES + passes; pass++) {
		for (const { parse, cpuMs } of entries) {
			const times = await timed(async () => await Promise.resolve(pages.map(parse)));
			if (pass >= WARM_UP_PASSES) cpuMs.push(times.cpuMs);
		}
		entries.reverse();
	}
	const cpuMsOf = (parse: Parse) =>
		entries.flatMap((entry) => (entry.parse === parse ? entry.cpuMs : []));
	return {
		ratio: medianRatio(cpuMsOf(exact), cpuMsOf(plain)),
		msPerPage: median(cpuMsOf(exact)) / pages.length,
	};
}

/**
 * Exact JSON and `JSON.parse` over the same pages of List, with the 19-digit integers that they have
 * and with 13 digits of them; what exact JSON gives is compared with what a rewritten text gives.
 */
export async function compareJson(task: Endpoint & { readonly passes: number }) {
	const parseExactJson = loadExactJson();
	const buffer = new ReusedBuffer();
	const exact: Parse = (page) => parseExactJson(page, buffer);
	const long: Buffer[] = [];
	for await (const page of listPages(task, EVENTS)) long.push(page);
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
