import {
	createEventLog,
	makeDevice,
	makeEvent,
	makeUser,
	seededLog,
} from '../../../sandbox/service';
import { COUNT, FEED, LIST, ask, askEvents, isRecord } from './ask';
import { servicesForTests } from './runningService';

const start = servicesForTests();

const EVENT_FIELDS = [
	'action',
	'created_at',
	'id',
	'org_id',
	'org_name',
	'result',
	'severity',
	'sub_type',
	'type',
	'user_principal',
];
const DEVICE_FIELDS = [
	'architecture',
	'compliance_status',
	'compromised_status',
	'friendly_name',
	'id',
	'last_mdm_data_synced_at',
	'mac_address',
	'model',
	'oem_info',
	'ownership',
	'platform',
	'registration_status',
	'serial_number',
	'source',
	'udid',
];

function fieldsOf(value: unknown): string[] {
	return isRecord(value) ? Object.keys(value).sort() : [];
}

describe('fields', () => {
	it('list has message and created_at_ns', async () => {
		const service = await start({ log: createEventLog([makeEvent({ message: 'Hello' })]) });
		const [event] = await askEvents(service, LIST);
		expect(fieldsOf(event)).toEqual([...EVENT_FIELDS, 'created_at_ns', 'message'].sort());
		expect(event).toMatchObject({ message: 'Hello' });
	});

	it('feed has messages and group_id instead', async () => {
		const service = await start({
			log: createEventLog([makeEvent({ message: 'Hello', groupId: 'g' })]),
		});
		const [event] = await askEvents(service, FEED);
		expect(fieldsOf(event)).toEqual([...EVENT_FIELDS, 'group_id', 'messages'].sort());
		expect(event).toMatchObject({ messages: 'Hello', group_id: 'g' });
	});

	it('device and user have every documented field', async () => {
		const service = await start({ log: createEventLog([makeEvent()]) });
		const [event] = await askEvents(service, LIST);
		const principal = event?.['user_principal'];
		if (!isRecord(principal)) throw new TypeError('No principal');
		expect(fieldsOf(principal)).toEqual(['device', 'user']);
		expect(fieldsOf(principal['device'])).toEqual(DEVICE_FIELDS);
		expect(fieldsOf(principal['user'])).toEqual(['email', 'groups', 'roles']);
	});

	it('external_id and unknown objects are there where the event has them', async () => {
		const log = createEventLog([
			makeEvent({ externalId: 'EXT-1', extra: { trustscore: { score: 0.1, at: 12n } } }),
		]);
		const [event] = await askEvents(await start({ log }), FEED);
		expect(event).toMatchObject({ external_id: 'EXT-1', trustscore: { score: 0.1, at: 12 } });
	});
});

describe('exact text', () => {
	it('19-digit integers arrive digit for digit', async () => {
		const device = makeDevice({ last_mdm_data_synced_at: 1_715_671_800_987_654_321n });
		const event = makeEvent({
			createdAtMs: 1_715_675_400_123,
			createdAtNs: 1_715_675_400_123_456_789n,
			userPrincipal: { device, user: makeUser() },
		});
		const service = await start({ log: createEventLog([event]) });
		const { text } = await ask(service, LIST);
		expect(text).toContain('"created_at_ns":1715675400123456789,');
		expect(text).toContain('"last_mdm_data_synced_at":1715671800987654321}');
		expect((await ask(service, FEED)).text).not.toContain('created_at_ns');
	});

	it('created_at_ns is the milliseconds and six zeros unless given', async () => {
		const log = createEventLog([makeEvent({ createdAtMs: 1_715_675_400_123 })]);
		const { text } = await ask(await start({ log }), LIST);
		expect(text).toContain('"created_at":1715675400123,"created_at_ns":1715675400123000000,');
	});

	it('messages of any characters survive', async () => {
		const message = '=1+1, "quoted"\r\n\t\\ 接続済み ✅ \u2028';
		const service = await start({ log: createEventLog([makeEvent({ message })]) });
		expect((await askEvents(service, LIST))[0]).toMatchObject({ message });
	});
});

describe('gaps of real events', () => {
	const user = makeUser();
	const device = makeDevice();
	it.each([
		['principal null', null, null],
		['user null', { device, user: null }, { user: null }],
		['device null', { device: null, user }, { device: null }],
		['groups null', { device, user: { ...user, groups: null } }, { user: { groups: null } }],
	])('%s', async (_name, userPrincipal, shown) => {
		const service = await start({ log: createEventLog([makeEvent({ userPrincipal })]) });
		expect((await askEvents(service, LIST))[0]).toMatchObject({ user_principal: shown });
	});

	it('missing altogether', async () => {
		const log = createEventLog([makeEvent({ userPrincipal: undefined })]);
		const [event] = await askEvents(await start({ log }), LIST);
		expect(event).not.toHaveProperty('user_principal');
	});
});

describe('an empty log', () => {
	it('is an empty list and a count of 0', async () => {
		const service = await start();
		expect((await ask(service, LIST)).text).toBe('{"data":[]}');
		expect((await ask(service, FEED)).text).toBe('{"data":[]}');
		expect((await ask(service, COUNT)).text).toBe('{"data":0}');
	});

	it('or null, where told so', async () => {
		const service = await start({ behaviour: { emptyData: 'null' } });
		expect((await ask(service, LIST)).text).toBe('{"data":null}');
		expect((await ask(service, FEED)).text).toBe('{"data":null}');
	});
});

it('answers are JSON by their header too', async () => {
	const service = await start({ log: seededLog({ events: 3, seed: 1 }) });
	for (const path of [LIST, COUNT, FEED]) {
		const { headers } = await ask(service, path);
		expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
	}
});
