import type { INodeParameters } from 'n8n-workflow';
import { createActiveWorld, endWorlds, SECOND } from '../../../support/triggerHarness';

afterEach(endWorlds);

const REFUSED = { type: 'Access', action: 'deny', userPrincipal: null };
const SCANNED = { ...REFUSED, serviceName: 'Scanner' };
const EXCLUDE: INodeParameters = { serviceName: 'Scanner', type: ['Identity'] };

describe.each(['feed', 'list'])('what is excluded (%s)', (source) => {
	const worldWith = async (more: INodeParameters = {}) =>
		await createActiveWorld({ parameters: { source, exclude: EXCLUDE, ...more } });

	it('does not start the workflow', async () => {
		const world = await worldWith();
		const [first, , , last] = world.add(REFUSED, SCANNED, { type: 'Identity' }, REFUSED);
		await world.poll();
		expect(world.delivered).toEqual([first, last]);
	});

	it('is not what a test run shows, which says so where nothing else is there', async () => {
		const world = await worldWith();
		const [shown] = world.add(REFUSED);
		world.add(SCANNED);
		expect((await world.poll({ manual: true })).ids).toEqual([shown]);

		Object.assign(world, { parameters: { source, exclude: { type: 'Access' } } });
		await expect(world.poll({ manual: true })).rejects.toMatchObject({
			message: 'No event in the log matches these filters',
			description: expect.stringMatching(
				/^No event is left, because 'Exclude' leaves out/,
			) as string,
		});
	});

	it('can be changed, and the trigger goes on where it was', async () => {
		const world = await worldWith();
		world.add(SCANNED);
		await world.poll();
		world.nowMs += SECOND;
		Object.assign(world, { parameters: { source, exclude: { type: 'Identity' } } });
		const [scanned] = world.add(SCANNED, { type: 'Identity' });
		await world.poll();
		expect(world.delivered).toEqual([scanned]);
	});

	it('can’t go by what events need not show', async () => {
		const world = await worldWith();
		Object.assign(world, { parameters: { source, exclude: { workloadContainerId: 'c1' } } });
		await expect(world.poll()).rejects.toThrow(
			"'Exclude: Workload Container ID' can't exclude events",
		);
	});
});
