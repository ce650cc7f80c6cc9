import { hash } from 'node:crypto';
import type { LoggedEvent } from '../events/event';
import type { Order } from '../api/page';
import type { SampleSettings } from '../parameters/parseReadOptions';
import type { ConvertedEvent, ConvertedPages, ReadConverted } from './outputWriter';

type Candidate<Output> = ConvertedEvent<{ readonly hash: string; readonly output: Output }>;

/** Gives the events with the lowest SHA-256 of seed and id, in the given order. */
export async function* drawSample<Output extends object | string>(
	read: ReadConverted,
	{ size, seed }: SampleSettings,
	order: Order,
	convert: (event: LoggedEvent) => Output,
): ConvertedPages<Output> {
	const pages = read((event) => {
		return { hash: hash('sha256', seed + event.id, 'hex'), output: convert(event) };
	});
	let sample: Array<Candidate<Output>> = [];
	for await (const page of pages) {
		sample = [...sample, ...page].sort(compareCandidates).slice(0, size);
	}
	const direction = order === 'ASC' ? 1 : -1;
	// The sort is stable, so events of the same time stay in the order of their hashes.
	sample.sort((one, other) => (one.createdAtMs - other.createdAtMs) * direction);
	if (sample.length > 0) yield sample.map((event) => ({ ...event, output: event.output.output }));
}

/** Compares times, too, because events of different times may have the same id. */
function compareCandidates(one: Candidate<unknown>, other: Candidate<unknown>): number {
	if (one.output.hash !== other.output.hash) return one.output.hash < other.output.hash ? -1 : 1;
	return one.createdAtMs - other.createdAtMs;
}
