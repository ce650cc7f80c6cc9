import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { INodeParameters } from 'n8n-workflow';
import { createEventLog, makeEvent, startEventLogService } from '../../../../sandbox/service';
import { runNode } from '../runNode';

const EVENTS = Array.from({ length: 9_000 }, (_, place) =>
	makeEvent({ id: `event-${place}`, createdAtMs: Date.UTC(2024, 4, 1) + place * 1_000 }),
);

it.each<[string, INodeParameters, number]>([
	['all items take four requests at a time', { returnAll: true }, 4],
	['a file takes two, for what waits takes memory', { operation: 'export' }, 2],
	['a file takes what is chosen', { operation: 'export', options: { maxParallelRequests: 3 } }, 3],
])('%s', async (_what, parameters, most) => {
	let inFlight = 0;
	let mostInFlight = 0;
	const countRequest = () => {
		inFlight += 1;
		mostInFlight = Math.max(mostInFlight, inFlight);
	};
	const countResponse = () => {
		inFlight -= 1;
	};
	subscribe('http.client.request.start', countRequest);
	subscribe('http.client.response.finish', countResponse);
	const service = await startEventLogService({
		log: createEventLog(EVENTS),
		behaviour: { maxLimit: 1_000 },
	});
	await runNode(service, parameters);
	await service.close();
	unsubscribe('http.client.request.start', countRequest);
	unsubscribe('http.client.response.finish', countResponse);
	expect(mostInFlight).toBe(most);
});
