import type { EventCheck } from '../api/filterMatcher';
import type { EventFilters } from '../api/filters';
import type { PresetName } from '../api/presets';
import { UnplacedEvents, describeUnplaced } from '../api/unplacedEvents';
import { createFileOutput } from '../output/fileOutput';
import { createItemsOutput } from '../output/itemsOutput';
import type { EventOutput, OutputRequest } from '../output/output';
import type { OutputChoice } from '../parameters/parseOutput';
import {
	type NodeParameters,
	readListOptions,
	readOutput,
	readTimeRange,
} from '../parameters/readParameters';
import { PresetNames } from '../recentLog/presetNames';
import type { PreparedOperation } from './operation';
import { type PageOf, fetchMadeBy, readPackedEvents } from './readEvents';
import { hintIfCut, hintIfNone } from './readHints';

/** What distinguishes the operations that read events. */
export interface EventsToRead {
	/** Whose meaning `filters` and `passes` have already. */
	readonly preset: PresetName;
	readonly filters: EventFilters;
	/** Every event passes where there is none. */
	readonly passes?: EventCheck;
	/** Whether the service is known to take pages in the order asked for, as List documents it. */
	readonly orderIsReliable: boolean;
	/** Every documented field of these events, by its dotted path. */
	readonly documentedPaths: readonly string[];
	readonly pageOf: PageOf;
}

/** Reads events into items or a file. @throws ParameterError for a parameter that can't be used */
export function prepareRead(
	parameters: NodeParameters,
	nowMs: number,
	{ preset, filters, passes, orderIsReliable, documentedPaths, pageOf }: EventsToRead,
): PreparedOperation {
	const range = readTimeRange(parameters, nowMs);
	const { timeoutMs, pageSize, ...options } = readListOptions(parameters);
	const { order, limit, maxParallelRequests } = options;
	const choice = readOutput(parameters);
	const output = createOutput(choice, {
		range,
		preset,
		filters,
		order,
		timezone: parameters.timezone,
		documentedPaths,
	});
	const request = { ...options, range, passes, maxPagesAhead: output.maxPagesAhead };
	return {
		timeoutMs,
		maxParallelRequests: limit === undefined ? maxParallelRequests : 1,
		keepText: output.needsText,
		run: async (client, files) => {
			const source = { fetchMade: fetchMadeBy(client, pageOf), pageSize, orderIsReliable };
			let events = 0;
			const unplaced = new UnplacedEvents();
			const names = new PresetNames(preset);
			const { items, hint } = await output.write(
				(make, pack) =>
					readPackedEvents(
						source,
						{ ...request, unplaced },
						(event) => {
							if (preset !== 'none') names.note(event);
							return make(event);
						},
						(batch) => {
							events += batch.length;
							return pack(batch);
						},
					),
				files,
			);
			const result = { events, limit, preset, filters, range };
			const cut = hintIfCut(result);
			const hints = [hint, names.hint(), hintOf(unplaced), await hintIfNone(client, result)];
			return {
				items,
				hints: [...hints, choice.kind === 'file' ? cut : undefined].filter(isDefined),
				hintsBesideItems: [choice.kind === 'items' ? cut : undefined].filter(isDefined),
			};
		},
	};
}

function isDefined<Value>(value: Value | undefined): value is Value {
	return value !== undefined;
}

function hintOf(unplaced: UnplacedEvents): string | undefined {
	const described = describeUnplaced(unplaced.all());
	return described && `${described}. What has no time comes after everything else`;
}

/** Items or one file, as the user chose. */
function createOutput(choice: OutputChoice, request: OutputRequest): EventOutput {
	return choice.kind === 'file'
		? createFileOutput(choice, request)
		: createItemsOutput(choice.shape);
}
