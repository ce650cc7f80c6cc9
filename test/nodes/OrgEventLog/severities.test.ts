import type { INodeParameters } from 'n8n-workflow';
import { makeEvent } from '../../../sandbox/service';
import { createActiveWorld } from '../../support/triggerHarness';
import { runOver } from './runNode';

// A service may learn a new word for a severity on any day: no alert may be lost for it.

const SEVERE = ['WARN', 'Warning', 'error', 'CRITICAL', 'Fatal', 'ALERT', 'emergency', 'P1', ''];
const LESSER = ['DEBUG', 'info', 'Info'];

it.each<[string, INodeParameters]>([
	['Minimum Severity', { filters: { severity: 'WARN' } }],
	['the preset Warnings and Errors', { preset: 'warningsAndErrors' }],
])('the trigger with %s drops DEBUG and INFO, and nothing else', async (_what, parameters) => {
	const world = await createActiveWorld({ parameters });
	world.add(...[...LESSER, ...SEVERE].map((severity) => ({ severity })));

	const { items } = await world.poll();
	expect(items.map(({ json }) => json.severity)).toEqual(SEVERE.map((word) => word || null));
});

it.each(['list', 'trigger'])('what the service lets pass, n8n never drops: %s', async (where) => {
	const filters = { severity: 'WARN', messageContains: 'alert' };
	const severities = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'DISASTER'];
	const event = { severity: 'DISASTER', message: 'An alert' };
	if (where === 'list') {
		const items = await runOver([makeEvent(event)], { filters }, { severities });
		expect(items).toHaveLength(1);
		return;
	}
	const parameters = { options: { source: 'list' }, filters };
	const world = await createActiveWorld({ parameters, behaviour: { severities } });
	world.add(event, { ...event, severity: 'INFO' });
	expect((await world.poll()).items).toHaveLength(1);
});

it.each([
	['DEBUG', 1],
	['iNfO', 2],
	['Warn', 3],
	['WARNING', 3],
	['error', 4],
	['Critical', 5],
	['FATAL', 5],
	['alert', 5],
	['EMERGENCY', 5],
	['NOTICE', 0],
	['constructor', 0],
	['', 0],
])('severityLevel of %j is %d', async (severity, severityLevel) => {
	const world = await createActiveWorld();
	world.add({ severity });

	expect((await world.poll()).items).toMatchObject([{ json: { severityLevel } }]);
});
