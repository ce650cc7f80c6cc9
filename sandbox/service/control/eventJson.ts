import type { EventOverrides } from '../makeEvent';
import { amount, readMembers, text } from './jsonReaders';
import type { Readers } from './jsonReaders';

type SendableOverrides = Omit<EventOverrides, 'createdAtNs' | 'userPrincipal' | 'extra'>;

const OVERRIDES: Readers<SendableOverrides> = {
	id: text,
	orgId: text,
	orgName: text,
	groupId: text,
	severity: text,
	action: text,
	type: text,
	subType: text,
	message: text,
	result: text,
	createdAtMs: amount,
	visibleAtMs: amount,
	userEmail: text,
	deviceId: text,
	serialNumber: text,
	externalId: text,
	serviceName: text,
	workloadContainerId: text,
	serviceAccountName: text,
};

/** What distinguishes the events of a JSON array. @throws TypeError that says what it can't be */
export function readEvents(json: unknown): readonly EventOverrides[] {
	if (!Array.isArray(json)) throw new TypeError('A JSON array of events is needed');
	return json.map((overrides: unknown) => readMembers(overrides, OVERRIDES));
}
