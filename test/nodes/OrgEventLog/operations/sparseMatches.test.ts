import type { INodeParameters } from 'n8n-workflow';
import { createEventLog, makeEvent, startEventLogService } from '../../../../sandbox/service';
import { idsOf, runNode } from '../runNode';

it('a Limit costs no more requests than Return All, however few events a preset takes', async () => {
	const registration = { type: 'Registration', subType: 'Device', action: 'Register' };
	const events = Array.from({ length: 1_000 }, (_, place) =>
		makeEvent({
			...(place === 0 ? registration : { type: 'TrustScoring' }),
			...{ id: `event-${place}`, createdAtMs: Date.UTC(2024, 4, 1) + place * 1_000 },
		}),
	);
	const service = await startEventLogService({ log: createEventLog(events) });
	const requestsOf = async (amount: INodeParameters) => {
		const before = service.requests.length;
		const { items } = await runNode(service, { preset: 'deviceRegistered', ...amount });
		expect(idsOf(items)).toEqual(['event-0']);
		return service.requests.length - before;
	};
	const ofAll = await requestsOf({ returnAll: true });
	expect(await requestsOf({ limit: 50 })).toBeLessThanOrEqual(ofAll);
	expect(await requestsOf({ limit: 1 })).toBeLessThanOrEqual(ofAll);
	await service.close();
});
