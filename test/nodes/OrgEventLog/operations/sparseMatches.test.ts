import type { INodeParameters } from 'n8n-workflow';
import {
	createEventLog,
	makeDevice,
	makeEvent,
	startEventLogService,
	type EventLogService,
	type EventOverrides,
} from '../../../../sandbox/service';
import { readBinary } from '../../../support/n8nContexts';
import { idsOf, runNode } from '../runNode';

const START_MS = Date.UTC(2024, 4, 1);
const STEP_MS = 1_000;
const EVENTS = 1_000;
const PAGE_SIZE = 50;

const UNREMARKABLE: EventOverrides = {
	type: 'TrustScoring',
	subType: 'Score',
	action: 'TrustScoreCalculate',
	severity: 'INFO',
	result: 'INFO',
};
const outOfCompliance = {
	user: null,
	device: makeDevice({ compromised_status: 'TRUE' }),
};

/** Parameters whose events n8n picks out by itself, and such an event. */
const PICKED_OUT: ReadonlyArray<readonly [string, INodeParameters, EventOverrides]> = [
	[
		'Refused Access',
		{ preset: 'refusedAccess' },
		{ type: 'Access', subType: 'Connection', action: 'Unauthorized', severity: 'ERROR' },
	],
	[
		'Device Registered',
		{ preset: 'deviceRegistered' },
		{ type: 'Registration', subType: 'Device', action: 'Register' },
	],
	[
		'Device Out of Compliance',
		{ preset: 'deviceOutOfCompliance' },
		{ userPrincipal: outOfCompliance },
	],
	['a lone Subtype', { filters: { subType: 'Wanted' } }, { subType: 'Wanted' }],
];

/** Where in the log the events stand that match. */
const LOGS: ReadonlyArray<readonly [string, readonly number[]]> = [
	['one at each end and few between', [0, 3, 350, 351, 620, EVENTS - 1]],
	['all in the oldest part', Array.from({ length: 120 }, (_, index) => index)],
	['all in the newest part', Array.from({ length: 120 }, (_, index) => EVENTS - 120 + index)],
	['a page full, far from both ends', Array.from({ length: 60 }, (_, index) => 470 + index)],
	['a single one', [700]],
];

/** One of each in one log, and the first of them in all. */
const CASES = PICKED_OUT.flatMap(([name, parameters, matching], index) =>
	(index === 0 ? LOGS : LOGS.slice(0, 1)).map(([where, places]) => ({
		...{ name, where, parameters, matching, places },
	})),
);

function idAt(place: number): string {
	return `event-${place}`;
}

let service: EventLogService;
afterEach(async () => await service.close());

async function start(places: readonly number[], matching: EventOverrides): Promise<void> {
	const wanted = new Set(places);
	const log = createEventLog(
		Array.from({ length: EVENTS }, (_, place) =>
			makeEvent({
				...UNREMARKABLE,
				...(wanted.has(place) && matching),
				id: idAt(place),
				createdAtMs: START_MS + place * STEP_MS,
			}),
		),
	);
	service = await startEventLogService({ log, behaviour: { loneSubType: 'ignored' } });
}

it.each(CASES)(
	'List, Count and both files have all that $name takes: $where',
	async ({ parameters, matching, places }) => {
		await start(places, matching);
		const options = { pageSize: PAGE_SIZE, order: 'DESC' };
		const request = { ...parameters, returnAll: true, options };
		const newestFirst = [...places].reverse().map(idAt);

		const list = await runNode(service, request);
		const count = await runNode(service, { ...request, operation: 'count', exactCount: true });
		expect(idsOf(list.items)).toEqual(newestFirst);
		expect(count.items.map(({ json }) => json)).toEqual([{ count: places.length }]);

		for (const fileFormat of ['csv', 'ndjson']) {
			const columns = ['id'];
			const { items } = await runNode(service, { ...request, output: 'file', fileFormat, columns });
			const [file] = items;
			const bytes = file?.binary?.data && (await readBinary(file.binary.data));
			const ids = String(bytes).match(/\bevent-\d+/g);
			expect(ids).toEqual(newestFirst);
			expect(file?.json).toMatchObject({
				events: places.length,
				firstEvent: { id: newestFirst[0] },
				lastEvent: { id: newestFirst[newestFirst.length - 1] },
			});
		}
	},
);

it('a Limit costs no more requests than Return All, however few events a preset takes', async () => {
	await start([0], { type: 'Registration', subType: 'Device', action: 'Register' });
	const requestsOf = async (amount: INodeParameters) => {
		const before = service.requests.length;
		const { items } = await runNode(service, { preset: 'deviceRegistered', ...amount });
		expect(idsOf(items)).toEqual([idAt(0)]);
		return service.requests.length - before;
	};
	const ofAll = await requestsOf({ returnAll: true });
	expect(await requestsOf({ limit: 50 })).toBeLessThanOrEqual(ofAll);
	expect(await requestsOf({ limit: 1 })).toBeLessThanOrEqual(ofAll);
});
