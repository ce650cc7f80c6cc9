import { OrgEventLogTrigger } from '../../../../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import type { PollOccasion } from '../../../../../nodes/OrgEventLog/trigger/n8n/failedPoll';
import { ProcessMemory } from '../../../../../nodes/OrgEventLog/trigger/n8n/processMemory';
import { StateStore } from '../../../../../nodes/OrgEventLog/trigger/n8n/stateStoreContext';
import type { TriggerState } from '../../../../../nodes/OrgEventLog/trigger/position/triggerState';
import { createPollContext, createStaticData } from '../../../../support/n8nContexts';

const NOW_MS = 1_700_000_000_000;
const SECOND = 1000;
const NODE = new OrgEventLogTrigger();

/** A state that is told apart by its watermark. */
function at(watermarkMs: number): TriggerState {
	return {
		...{ version: 1, logScope: '0123456789abcdef', organizations: [], source: 'feed' },
		...{ watermarkMs, floorMs: 0, consumed: '', pageCap: 0 },
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
	occasion: PollOccasion = 'schedule',
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
	for (const mode of ['withWorkflow', 'durableCursor'] as const) {
		expect(open(stored(mode, copies)).kept?.watermarkMs).toBe(watermarkMs);
	}
});

const ROLLED_BACK = { ofNode: copyOf('own', 3, 5) };

it.each<[string, 'progress' | 'delivery', Stored, boolean, number]>([
	['counts on top of what it was made from', 'progress', BEFORE, true, 20],
	['counts for nothing on top of anything else', 'progress', ROLLED_BACK, true, 5],
	['counts for nothing in another process', 'progress', BEFORE, false, 10],
	[
		'of a delivery counts for nothing: n8n may have made no execution',
		'delivery',
		BEFORE,
		true,
		10,
	],
])('progress that n8n has not saved %s', (_what, covers, next, isSameProcess, watermarkMs) => {
	const memory = new ProcessMemory();
	open(saved(), memory).keep(at(20), covers, NOW_MS);
	const store = open(saved(next), isSameProcess ? memory : undefined);
	expect(store.latest()?.watermarkMs).toBe(watermarkMs);
});

describe('a copy that is older than that of the last delivery', () => {
	it.each([
		[20, true],
		[9 * SECOND, true],
		[11 * SECOND, false],
	])('%i ms after it is being saved: %s', (afterMs, isBeingSaved) => {
		const memory = new ProcessMemory();
		open(saved(), memory).keep(at(20), 'delivery', NOW_MS);
		expect(open(saved(), memory).isBeingSaved(NOW_MS + afterMs)).toBe(isBeingSaved);
	});

	it('is none as soon as n8n has saved it', () => {
		const memory = new ProcessMemory();
		const data = saved();
		open(data, memory).keep(at(20), 'delivery', NOW_MS);
		const next = open(createStaticData(data.save()), memory);
		expect(next.isBeingSaved(NOW_MS)).toBe(false);
		expect(next.latest()?.watermarkMs).toBe(20);
	});
});

it.each(['delivery', 'progress'] as const)(
	'what a poll leaves counts only if no other one has kept a state since it began (%s)',
	(covers) => {
		const memory = new ProcessMemory();
		// Of what came before it n8n has saved nothing.
		open(saved({}), memory).keep(at(10), 'progress', NOW_MS);
		const [slow, quick] = [open(saved({}), memory), open(saved({}), memory)];
		expect(slow.isOvertaken).toBe(false);
		quick.keep(at(20), covers, NOW_MS);
		expect(slow.isOvertaken).toBe(true);
		expect(open(saved({}), memory).isOvertaken).toBe(false);
	},
);

it.each<[PollOccasion, boolean]>([
	['schedule', true],
	// n8n before 2.38 does not tell what its durable scheduler polls from an activation.
	['publication', false],
])(
	'an activation that begins takes over what another poll finds (%s: %s)',
	(occasion, isOvertaken) => {
		const memory = new ProcessMemory();
		const store = open(saved(), memory, 'own', occasion);
		open(saved(), memory, 'own', 'schedule');
		expect(store.isOvertaken).toBe(false);
		open(saved(), memory, 'own', 'publication');
		expect(store.isOvertaken).toBe(isOvertaken);
	},
);

it('an unchanged state is not kept', () => {
	const data = saved();
	open(data).keep(at(10), 'progress', NOW_MS);
	expect(data.changed).toBe(false);
});

it('a delivery with a durable cursor leaves the workflow’s copy where it was, for n8n saves that first', () => {
	const data = stored('durableCursor', { ofWorkflow: copyOf('own', 4, 10) });
	open(data).keep(at(20), 'delivery', NOW_MS);
	const { kept } = data.cursor as { kept: unknown };
	expect(kept).toMatchObject({ writes: 5, state: { watermarkMs: 20 } });
	expect(data.global()).toMatchObject({
		'orgEventLogTrigger:own': { writes: 4, state: { watermarkMs: 10 } },
	});
});

describe('of two triggers in a workflow, whose data n8n saves as a whole,', () => {
	it('one that was published alone does not put the other back to long ago', () => {
		const memory = new ProcessMemory();
		const [ofFirst, ofSecond] = [saved({}), saved({ ofWorkflow: copyOf('own', 1, 10) })];
		open(ofFirst, memory).keep(at(20), 'delivery', NOW_MS);
		open(ofFirst, memory).keep(at(30), 'delivery', NOW_MS);
		open(ofSecond, memory, 'second').keep(at(40), 'delivery', NOW_MS);
		expect(open(createStaticData(ofSecond.save())).kept?.watermarkMs).toBe(30);
	});

	it.each<[string, PollOccasion[], PollOccasion]>([
		['its activation', [], 'publication'],
		['a poll after both were activated', ['publication'], 'schedule'],
	])(
		'%s does not move the other on to a delivery that n8n has thrown away',
		(_poll, firsts, ofSecond) => {
			const memory = new ProcessMemory();
			const before = { ofWorkflow: copyOf('own', 4, 10) };
			open(saved(before), memory).keep(at(20), 'delivery', NOW_MS);
			const published = saved(before);
			firsts.forEach((occasion) => open(published, memory, 'own', occasion));
			open(published, memory, 'second', ofSecond).keep(at(40), 'delivery', NOW_MS);
			expect(open(published, memory).kept?.watermarkMs).toBe(10);
		},
	);
});
