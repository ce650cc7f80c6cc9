import type * as luxonModule from 'luxon';
import type * as n8nModule from 'n8n-workflow';
import type * as credentialModule from '../../credentials/OrgEventLogApi.credentials';
import type * as actionModule from '../../nodes/OrgEventLog/OrgEventLog.node';
import type * as triggerModule from '../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import { seededRandom } from '../support/modelLog';
import { Clock, VirtualSleep } from './clock';

/** The two node classes as one process of n8n has loaded them, with a memory of its own. */
export interface Nodes {
	readonly action: actionModule.OrgEventLog;
	readonly trigger: triggerModule.OrgEventLogTrigger;
	readonly credential: credentialModule.OrgEventLogApi;
}

/** What all cases of a suite run in: one clock, and as many processes of n8n as a case restarts. */
export interface Machine {
	readonly clock: Clock;
	readonly sleep: VirtualSleep;
	readonly processes: readonly Nodes[];
	/** Makes chance in the nodes the same for the same case. */
	begin(seed: number): void;
	/** Gives the world its own clock and chance back. */
	end(): void;
}

export function startMachine(processes: number): Machine {
	const clock = new Clock();
	const sleep = new VirtualSleep(clock);
	const { now } = Date;
	const { random } = Math;
	Date.now = () => clock.hostMs;
	return {
		clock,
		sleep,
		processes: Array.from({ length: processes }, () => loadNodes(sleep)),
		begin: (seed) => {
			Math.random = seededRandom(seed);
		},
		end: () => {
			Date.now = now;
			Math.random = random;
		},
	};
}

/** Each load evaluates the package's own modules anew; n8n's and luxon are the same for all. */
function loadNodes(sleep: VirtualSleep): Nodes {
	const loaded: Nodes[] = [];
	const n8n = jest.requireActual<typeof n8nModule>('n8n-workflow');
	const luxon = jest.requireActual<typeof luxonModule>('luxon');
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => ({ ...n8n, sleep: sleep.sleep }));
		jest.doMock('luxon', () => luxon);
		const { OrgEventLog } = jest.requireActual<typeof actionModule>(
			'../../nodes/OrgEventLog/OrgEventLog.node',
		);
		const { OrgEventLogTrigger } = jest.requireActual<typeof triggerModule>(
			'../../nodes/OrgEventLog/OrgEventLogTrigger.node',
		);
		const { OrgEventLogApi } = jest.requireActual<typeof credentialModule>(
			'../../credentials/OrgEventLogApi.credentials',
		);
		loaded.push({
			action: new OrgEventLog(),
			trigger: new OrgEventLogTrigger(),
			credential: new OrgEventLogApi(),
		});
	});
	const [nodes] = loaded;
	if (nodes === undefined) throw new Error('The nodes could not be loaded');
	return nodes;
}
