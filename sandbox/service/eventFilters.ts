import type { ServiceBehaviour } from './behaviour';
import type { EventLog } from './eventLog';
import type { FilterName } from './eventRecord';
import type { Query } from './queryValues';
import { readPipedValues, readText, refuseOrIgnore } from './queryValues';

/** Whether the event at a position passes. */
export type Matcher = (position: number) => boolean;

/** Filters that take several values between pipes. */
export const PIPED_FILTERS: ReadonlyArray<readonly [string, FilterName]> = [
	['type', 'type'],
	['user_email', 'userEmail'],
	['serialnumber', 'serialNumber'],
	['workload_container_id', 'workloadContainerId'],
	['service_name', 'serviceName'],
	['service_account_name', 'serviceAccountName'],
];

/** Filters that take one value, pipes and all. */
export const SINGLE_FILTERS: ReadonlyArray<readonly [string, FilterName]> = [
	['device_id', 'deviceId'],
	['action', 'action'],
	['id', 'id'],
	['external_id', 'externalId'],
	['sub_type', 'subType'],
];

function among(log: EventLog, name: FilterName, values: readonly string[]): Matcher {
	const accepted = new Set(values);
	return (position) => {
		const value = log.attributeAt(position, name);
		return value !== undefined && accepted.has(value);
	};
}

function readSeverities(query: Query, behaviour: ServiceBehaviour): readonly string[] | undefined {
	const lowest = readText(query, 'severity');
	if (lowest === undefined) return undefined;
	const { severities } = behaviour;
	const rank = severities.indexOf(lowest);
	if (rank >= 0) return severities.slice(rank);
	return refuseOrIgnore(behaviour, `severity must be one of ${severities.join(', ')}`);
}

function isPassedOver(name: string, query: Query, behaviour: ServiceBehaviour): boolean {
	return name === 'sub_type' && behaviour.loneSubType === 'ignored' && !readText(query, 'type');
}

/** One matcher for each filter of list and count that the query uses. @throws Refusal */
export function readMatchers(log: EventLog, query: Query, behaviour: ServiceBehaviour): Matcher[] {
	const matchers: Matcher[] = [];
	for (const [parameter, name] of PIPED_FILTERS) {
		const values = readPipedValues(query, parameter);
		if (values) matchers.push(among(log, name, values));
	}
	for (const [parameter, name] of SINGLE_FILTERS) {
		const value = readText(query, parameter);
		if (value === undefined || isPassedOver(parameter, query, behaviour)) continue;
		matchers.push(among(log, name, [value]));
	}
	const severities = readSeverities(query, behaviour);
	if (severities) matchers.push(among(log, 'severity', severities));
	return matchers;
}

/** Passes what all of them pass; `undefined` when there is nothing to look at. */
export function allOf(matchers: readonly Matcher[]): Matcher | undefined {
	if (matchers.length < 2) return matchers[0];
	return (position) => matchers.every((matches) => matches(position));
}
