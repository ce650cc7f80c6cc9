import type { JsonObject } from '../exactJson';
import { uuidFrom } from './uuid';

/** A sort of event and how often it occurs. */
export interface EventKind {
	readonly type: string;
	readonly subType: string;
	readonly action: string;
	/** Severities, repeated as often as they are likely. */
	readonly severities: readonly string[];
	/** `{user}`, `{device}` and `{service}` stand for names. */
	readonly message: string;
	readonly concerns: 'service' | 'serviceAccount' | 'nothing';
	/** Further objects that the specification doesn't name. */
	readonly extras: ReadonlyArray<'policy' | 'link' | 'trustscore'>;
	/** How often, against the other kinds. */
	readonly weight: number;
}

const CALM = ['INFO', 'INFO', 'INFO', 'DEBUG'];
const TENSE = ['WARN', 'WARN', 'ERROR', 'INFO'];

/** Types, subtypes and actions of the simulated organization. */
export const EVENT_KINDS: readonly EventKind[] = [
	kind(30, 'Access', 'Connection', 'grant', CALM, '{user} connected to {service}', 'service'),
	kind(12, 'Access', 'Connection', 'deny', TENSE, '{user} was denied {service}', 'service', [
		'policy',
		'trustscore',
	]),
	kind(
		14,
		'Access',
		'Connection',
		'terminate',
		['DEBUG'],
		'Connection to {service} closed',
		'service',
	),
	kind(4, 'Access', 'Tunnel', 'connect', CALM, 'Tunnel from {device} opened', 'nothing', ['link']),
	kind(10, 'Registration', 'Device', 'register', ['INFO'], 'Device {device} registered', 'nothing'),
	kind(3, 'Registration', 'Device', 'unregister', CALM, '{device} unregistered', 'nothing'),
	kind(10, 'Identity', 'User', 'login', ['INFO'], '{user} signed in', 'nothing'),
	kind(5, 'Identity', 'User', 'login_failed', TENSE, '{user} failed to sign in', 'nothing'),
	kind(8, 'TrustScore', 'Device', 'update', CALM, 'Trust of {device} changed', 'nothing', [
		'trustscore',
	]),
	kind(4, 'Policy', 'Attachment', 'update', CALM, 'Policy attached to {service}', 'service', [
		'policy',
	]),
	kind(6, 'Workload', 'Container', 'start', ['DEBUG'], 'Workload of {service} started', 'service'),
	kind(2, 'Workload', 'Container', 'fail', ['ERROR'], 'Workload of {service} failed', 'service'),
	kind(7, 'ServiceAccount', 'Token', 'issue', CALM, 'Token issued', 'serviceAccount', ['link']),
	kind(2, 'ServiceAccount', 'Token', 'reject', TENSE, 'Token rejected', 'serviceAccount'),
];

function kind(
	weight: number,
	type: string,
	subType: string,
	action: string,
	severities: readonly string[],
	message: string,
	concerns: EventKind['concerns'],
	extras: EventKind['extras'] = [],
): EventKind {
	return { weight, type, subType, action, severities, message, concerns, extras };
}

/** A service with the container it runs in, and the object that events show of it. */
export interface ServiceEntry {
	readonly name: string;
	readonly containerId: string;
	readonly shown: JsonObject;
}

const SERVICE_NAMES = ['Payroll', 'Build farm', 'Wiki (internal)', 'grafana', 'CRM, Europe', 'ssh'];

/** Services of the organization, names unlike each other. */
export function servicesOf(seed: number, count: number): ServiceEntry[] {
	return Array.from({ length: count }, (_, index) => {
		const name = `${SERVICE_NAMES[index % SERVICE_NAMES.length] ?? ''} ${index}`;
		const containerId = uuidFrom(seed, index, 40).replaceAll('-', '').slice(0, 12);
		const id = `service-${index}.example-org`;
		const shown = { id, name, type: 'ORIGIN', workload_container_id: containerId };
		return { name, containerId, shown };
	});
}

/** Names of service accounts, some with spaces in them. */
export function serviceAccountsOf(count: number): string[] {
	return Array.from({ length: count }, (_, index) =>
		index % 3 === 0 ? `Service Account ${index}` : `ci-runner-${index}`,
	);
}
