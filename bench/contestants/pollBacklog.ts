import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { storedEvents, type StoredEvent } from '../processes/serviceControl';
import { createPollContext, createStaticData } from '../../test/support/n8nContexts';
import { numberOf, textOf, type Values } from '../values';
import { readWithAxios } from './bareLoop';
import { loadBuiltNode } from './builtNodes';
import { credentialFor } from './nodeRun';
import { idsOfItems } from './reading';
import { timeReading } from './stopwatch';

const SOURCE = { source: 'feed' };

/** The newest so many events of the log, and the one before them. */
async function backlogOf(settings: Values): Promise<readonly StoredEvent[]> {
	const skip = numberOf(settings, 'logSize') - numberOf(settings, 'events') - 1;
	return await storedEvents(textOf(settings, 'baseUrl'), skip);
}

/** The pages of the feed that hold the backlog, read with a bare loop over axios. */
export async function backlogOfBareLoop(settings: Values): Promise<Values> {
	const [last, first] = await backlogOf(settings);
	if (last === undefined || first === undefined) throw new Error('The log is too small');
	return await timeReading(async () => {
		const events = await readWithAxios({
			baseUrl: textOf(settings, 'baseUrl'),
			pageSize: numberOf(settings, 'pageSize'),
			path: '/api/v1/events/feed',
			includesAfter: true,
			afterMs: first.createdAtMs,
		});
		return () => events.map(({ id }) => id);
	});
}

/** One poll of the trigger that has consumed everything before the backlog. */
export async function backlogOfTrigger(settings: Values): Promise<Values> {
	const baseUrl = textOf(settings, 'baseUrl');
	const [last] = await backlogOf(settings);
	if (last === undefined) throw new Error('The log is too small');
	const staticData = createStaticData();
	const startDate = new Date(last.createdAtMs).toISOString();
	const upToLast = { startFrom: 'date', startDate, options: { maxEventsPerPoll: 1 } };
	await poll(baseUrl, staticData, { ...SOURCE, ...upToLast });
	const options = { pageSize: numberOf(settings, 'pageSize') };
	return await timeReading(async () => {
		const items = await poll(baseUrl, staticData, { ...SOURCE, options });
		return () => idsOfItems(items);
	});
}

/** One scheduled poll in a context of its own, as n8n makes it. */
export async function poll(
	baseUrl: string,
	staticData: ReturnType<typeof createStaticData>,
	parameters: INodeParameters,
	activation: 'init' | 'activate' = 'init',
): Promise<readonly INodeExecutionData[]> {
	const node = loadBuiltNode('OrgEventLogTrigger');
	const credential = credentialFor(baseUrl);
	const { run } = createPollContext({ node, credential, parameters, staticData, activation });
	const output = await run((context) => node.poll?.call(context));
	return output?.[0] ?? [];
}
