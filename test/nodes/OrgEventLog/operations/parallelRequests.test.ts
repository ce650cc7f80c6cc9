import type { INodeParameters } from 'n8n-workflow';
import { createEventLog, makeEvent, startEventLogService } from '../../../../sandbox/service';
import { runNode } from '../runNode';

const EVENTS = Array.from({ length: 9_000 }, (_, place) =>
	makeEvent({ id: `event-${place}`, createdAtMs: Date.UTC(2024, 4, 1) + place * 1_000 }),
);

/** Long enough for the requests that are made at the same time to meet. */
const LATENCY_MS = 20;

it.each<[string, INodeParameters, number]>([
	['all items take four requests at a time', { returnAll: true }, 4],
	['a file takes two, for what waits takes memory', { operation: 'export' }, 2],
	[
		'a file takes as many as somebody chooses',
		{ operation: 'export', options: { maxParallelRequests: 3 } },
		3,
	],
])('%s', async (_what, parameters, most) => {
	let inFlight = 0;
	let mostInFlight = 0;
	const observer = {
		onRequest() {
			inFlight += 1;
			mostInFlight = Math.max(mostInFlight, inFlight);
		},
		onResponse() {
			inFlight -= 1;
		},
	};
	const behaviour = { maxLimit: 1_000, latencyMs: LATENCY_MS };
	const service = await startEventLogService({ log: createEventLog(EVENTS), behaviour, observer });
	await runNode(service, parameters);
	expect(mostInFlight).toBe(most);
	await service.close();
});
