import {
	createEventLog,
	makeEvent,
	startEventLogService,
	type EventLogService,
} from '../../../../sandbox/service';
import { explainNothingFound } from '../../../../nodes/OrgEventLog/recentLog/explanations/nothingFound';
import { idsOf, runNode } from '../runNode';

const START_MS = Date.UTC(2024, 4, 1);
let service: EventLogService;

beforeAll(async () => {
	service = await startEventLogService({
		log: createEventLog([
			makeEvent({ id: 'registered', createdAtMs: START_MS }),
			...Array.from({ length: 300 }, (_, index) =>
				makeEvent({
					id: `access-${index}`,
					createdAtMs: START_MS + index,
					type: 'Access',
					subType: 'Connection',
					action: index % 100 === 0 ? 'deny' : 'grant',
					result: index % 100 === 0 ? 'ERROR' : 'INFO',
					severity: index === 7 ? 'WARN' : 'INFO',
				}),
			),
		]),
	});
});
afterAll(async () => await service.close());
beforeEach(() => {
	service.requests.length = 0;
});

it('List gives what the preset takes, and says which names of the log that is', async () => {
	const { items, notes } = await runNode(service, { preset: 'refusedAccess', returnAll: true });

	expect(idsOf(items)).toEqual(['access-200', 'access-100', 'access-7', 'access-0']);
	expect(notes).toEqual([
		'The preset Refused Access selected: “Access / Connection / deny”, “Access / Connection / grant”. To select others, choose Type, Subtype and Action from their lists instead',
	]);
});

it('names five sorts of events, the most frequent first', async () => {
	const rest = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
	const several = await startEventLogService({
		log: createEventLog(
			[
				...rest.map((name, index) => ({ name, index, severity: 'ERROR' })),
				...[10, 20, 30, 40].flatMap((offset) =>
					rest.map((name, index) => ({ name, index: index + offset, severity: 'ERROR' })).slice(2),
				),
			].map(({ name, index, severity }) =>
				makeEvent({
					type: 'Access',
					subType: '',
					action: name,
					severity,
					result: '',
					createdAtMs: START_MS + index,
				}),
			),
		),
	});
	try {
		const { notes } = await runNode(several, { preset: 'refusedAccess', returnAll: true });

		expect(notes.join()).toContain(
			'selected: “Access / c”, “Access / d”, “Access / e”, “Access / f”, “Access / g” and 2 more. To select others',
		);
	} finally {
		await several.close();
	}
});

it('names what is a number, too', async () => {
	const extra = { type: 7, sub_type: true, severity: 'WARN' };
	const numbered = await startEventLogService({
		log: createEventLog([
			makeEvent({ createdAtMs: START_MS, severity: 'WARN', action: 'x', extra }),
		]),
	});
	try {
		const { notes } = await runNode(numbered, { preset: 'warningsAndErrors' });
		expect(notes.join()).toContain('selected: “7 / true / x”');
	} finally {
		await numbered.close();
	}
});

it('a preset that the service applies says the names alone', async () => {
	const { notes } = await runNode(service, { preset: 'warningsAndErrors' });

	expect(notes).toEqual(['The preset Warnings and Errors selected: “Access / Connection / grant”']);
});

it('asks the service for a severity, where that is all that a preset means', async () => {
	await runNode(service, { preset: 'warningsAndErrors' });

	expect(service.requests[0]?.query).toMatchObject({ severity: 'WARN' });
});

it('says what it takes where nothing passes, and which statuses the log has', async () => {
	const { notes } = await runNode(service, { preset: 'deviceOutOfCompliance' });

	expect(notes).toEqual([
		'No event matches: the preset Device Out of Compliance finds nothing in the newest 301 events. It looks for events of a device that is compromised, or whose compliance status says that it is not compliant. None of these events has a compliance status',
	]);
});

it('says the same of the preset that the service applies, and blames no filter', async () => {
	const quiet = await startEventLogService({
		log: createEventLog([makeEvent({ createdAtMs: START_MS, severity: 'INFO' })]),
	});
	try {
		const { notes } = await runNode(quiet, { preset: 'warningsAndErrors' });
		expect(notes).toEqual([
			'No event matches: the preset Warnings and Errors finds nothing in the only event. It looks for events with the severity WARN or ERROR',
		]);
	} finally {
		await quiet.close();
	}
});

it('blames no filter where what it takes was logged after nothing was found', async () => {
	const refusal = { id: 'a', createdAtMs: START_MS, fields: { action: 'deny' } };
	const client = {
		listPage: async () => await Promise.resolve({ events: [refusal] }),
		holdsSecret: () => false,
	};
	const request = { preset: 'refusedAccess', filters: {}, exclude: {}, range: {} } as const;
	expect(await explainNothingFound(client, request)).toBe(
		'No event matches. Check the time range and the filters. Values must match exactly and are case-sensitive',
	);
});

it('another word is refused before any request', async () => {
	await expect(runNode(service, { preset: 'everything' })).rejects.toThrow(/^'Preset'/);
	expect(service.requests).toEqual([]);
});
