import { EventLogFailure } from '../../../../../nodes/OrgEventLog/errors/failure';
import { OrgEventLogTrigger } from '../../../../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import {
	ProcessMemory,
	StateStore,
} from '../../../../../nodes/OrgEventLog/trigger/n8n/stateStoreContext';
import { STATE_VERSION, type TriggerState } from '../../../../../nodes/OrgEventLog/trigger/state';
import { createPollContext, createStaticData } from '../../../../support/n8nContexts';

const NODE = new OrgEventLogTrigger();

afterEach(() => jest.restoreAllMocks());

/** A state that is told apart by its watermark. */
function at(watermarkMs: number): TriggerState {
	const profile = { longestPage: 0 };
	return {
		version: STATE_VERSION,
		cursor: { watermarkMs, floorMs: 0, consumed: '', completeToMs: 0, startMark: '' },
		service: {
			logScope: '0123456789abcdef',
			organizations: [],
			sawNothingKnown: false,
			source: 'feed',
			profile,
		},
		stages: {},
	};
}

function copyOf(nodeId: string, writes: number, watermarkMs: number) {
	return { nodeId, writes, state: at(watermarkMs) };
}

interface Stored {
	readonly ofNode?: ReturnType<typeof copyOf>;
	readonly ofWorkflow?: ReturnType<typeof copyOf>;
}

/** What n8n hands a poll: the node's data with the workflow's, or as a durable cursor. */
function stored(mode: 'withWorkflow' | 'durableCursor', { ofNode, ofWorkflow }: Stored = {}) {
	const node = ofNode && { kept: ofNode };
	const global = ofWorkflow && { 'orgEventLogTrigger:own': ofWorkflow };
	return mode === 'withWorkflow'
		? createStaticData(JSON.stringify({ 'node:Trigger': node, global }))
		: createStaticData(JSON.stringify({ global }), JSON.stringify(node ?? {}));
}

function open(
	staticData: ReturnType<typeof createStaticData>,
	memory = new ProcessMemory(),
	nodeId = 'own',
	occasion: 'schedule' | 'publication' = 'schedule',
) {
	const { context } = createPollContext({
		...{ node: NODE, staticData, nodeName: 'Trigger', nodeId, workflowId: 'workflow' },
	});
	return new StateStore(context, memory, occasion);
}

const BEFORE = { ofNode: copyOf('own', 4, 10) };
const saved = (copies: Stored = BEFORE) => stored('withWorkflow', copies);

it.each<[string, Stored, number | undefined]>([
	['none', {}, undefined],
	['only the workflow’s', { ofWorkflow: copyOf('own', 1, 10) }, 10],
	['only the node’s', { ofNode: copyOf('own', 1, 10) }, 10],
	['only what another node left under its name', { ofNode: copyOf('other', 9, 10) }, 10],
	['the node’s later', { ofNode: copyOf('own', 3, 30), ofWorkflow: copyOf('own', 2, 20) }, 30],
	['by one number', { ofNode: copyOf('own', 2, 30), ofWorkflow: copyOf('own', 2, 20) }, 30],
	['the workflow’s later', { ofNode: copyOf('own', 1, 30), ofWorkflow: copyOf('own', 2, 20) }, 20],
	['another’s later', { ofNode: copyOf('other', 9, 30), ofWorkflow: copyOf('own', 2, 20) }, 20],
])('of two copies that counts which this node wrote last: %s', (_what, copies, watermarkMs) => {
	for (const mode of ['withWorkflow', 'durableCursor'] as const)
		expect(open(stored(mode, copies)).storedState?.cursor.watermarkMs).toBe(watermarkMs);
});

const ROLLED_BACK = { ofNode: copyOf('own', 3, 5) };

it.each<[string, 'progress' | 'delivery', Stored, boolean, number]>([
	['counts on top of what it was made from', 'progress', BEFORE, true, 20],
	['counts for nothing on top of anything else', 'progress', ROLLED_BACK, true, 5],
	['counts for nothing in another process', 'progress', BEFORE, false, 10],
	['of a delivery counts for nothing: it may be lost', 'delivery', BEFORE, true, 10],
])('progress that n8n has not saved %s', (_what, covers, next, isSameProcess, watermarkMs) => {
	const memory = new ProcessMemory();
	open(saved(), memory).keep(at(20), covers);
	const store = open(saved(next), isSameProcess ? memory : undefined);
	expect(store.currentState?.cursor.watermarkMs).toBe(watermarkMs);
});

it('progress that n8n has not saved counts again where n8n loses the delivery after it', () => {
	const memory = new ProcessMemory();
	open(saved({}), memory).keep(at(20), 'progress');
	open(saved({}), memory).keep(at(30), 'delivery');
	expect(open(saved({}), memory).currentState?.cursor.watermarkMs).toBe(20);
	expect(open(saved(), memory).currentState?.cursor.watermarkMs).toBe(10);
});

it('a poll is superseded where another one has delivered something since it began', () => {
	const memory = new ProcessMemory();
	const [slow, quick] = [open(saved(), memory), open(saved(), memory)];
	quick.keep(at(20), 'progress');
	expect(slow.isSuperseded).toBe(false);
	quick.keep(at(30), 'delivery');
	expect(slow.isSuperseded).toBe(true);
});

it('a poll is superseded for ten seconds where n8n hands it a state of before a delivery', () => {
	const memory = new ProcessMemory();
	const clock = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
	open(saved(), memory).keep(at(30), 'delivery');
	clock.mockReturnValue(1_009_999);
	expect(open(saved(), memory).isSuperseded).toBe(true);
	expect(open(saved({ ofNode: copyOf('own', 5, 30) }), memory).isSuperseded).toBe(false);
	clock.mockReturnValue(1_010_000);
	expect(open(saved(), memory).isSuperseded).toBe(false);
	// The host's clock is set back.
	clock.mockReturnValue(990_000);
	expect(open(saved(), memory).isSuperseded).toBe(false);
});

it('progress after a delivery that n8n has stored supersedes nothing', () => {
	const memory = new ProcessMemory();
	open(saved(), memory).keep(at(30), 'delivery');
	const next = () => open(saved({ ofNode: copyOf('own', 5, 30) }), memory);
	next().keep(at(40), 'progress');
	expect(next().isSuperseded).toBe(false);
});

it('an activation that begins takes over what another poll finds', () => {
	const memory = new ProcessMemory();
	const store = open(saved(), memory);
	open(saved(), memory);
	expect(store.isSuperseded).toBe(false);
	open(saved(), memory, 'own', 'publication');
	expect(store.isSuperseded).toBe(true);
});

it('an activation learns the length of pages anew, as the service may be another one', () => {
	const memory = new ProcessMemory();
	open(saved(), memory).memory.learnedPageLength.maxLength = 10;
	expect(open(saved(), memory).memory.learnedPageLength).toEqual({ maxLength: 10 });
	expect(open(saved(), memory, 'own', 'publication').memory.learnedPageLength).toEqual({});
});

it('an unchanged state is not kept', () => {
	const data = saved();
	open(data).keep(at(10), 'progress');
	expect(data.changed).toBe(false);
});

it('a state that is the stored one again counts over what the process made of that in between', () => {
	const memory = new ProcessMemory();
	open(saved(), memory).keep(at(20), 'progress');
	open(saved(), memory).keep(at(10), 'progress');
	expect(open(saved(), memory).currentState?.cursor.watermarkMs).toBe(10);
});

it.each([
	['durableCursor', 'delivery', 'up to the one before it', 5, 15],
	['durableCursor', 'progress', 'up to this one', 6, 20],
	['withWorkflow', 'delivery', 'up to this one', 6, 20],
] as const)(
	'%s: a %s brings the workflow’s copy %s',
	(mode, covers, _what, writes, watermarkMs) => {
		const copies = { ofNode: copyOf('own', 5, 15), ofWorkflow: copyOf('own', 4, 10) };
		const data = stored(mode, copies);
		open(data).keep(at(20), covers);
		expect(data.global()).toMatchObject({
			'orgEventLogTrigger:own': { writes, state: { cursor: { watermarkMs } } },
		});
	},
);

it.each([[null], [{ nodeId: 1 }], [{ writes: '1' }]])('a copy that is %j is damaged', (wrong) => {
	const kept = wrong && { ...copyOf('own', 1, 10), ...wrong };
	const data = createStaticData(JSON.stringify({ 'node:Trigger': { kept } }));
	expect(() => open(data)).toThrow(EventLogFailure);
});

it('a delivery with a durable cursor leaves the workflow’s copy where it was, for n8n saves that first', () => {
	const data = stored('durableCursor', { ofWorkflow: copyOf('own', 4, 10) });
	open(data).keep(at(20), 'delivery');
	const { kept } = data.cursor as { kept: unknown };
	expect(kept).toMatchObject({ writes: 5, state: { cursor: { watermarkMs: 20 } } });
	expect(data.global()).toMatchObject({
		'orgEventLogTrigger:own': { writes: 4, state: { cursor: { watermarkMs: 10 } } },
	});
});
