import type { EventFilters } from '../api/eventFilters';
import { FILTER_LABELS, type FilterName } from './filterLabels';
import { toFilterValue, toFilterValues, toSeverity } from './filterValues';
import { toEpochNs } from './instants';
import { ParameterError, isBlank } from './parameterError';

/** Reads one value that is there; throws ParameterError naming `field`. */
type Reader<Value> = (value: unknown, field: string) => Value;

/**
 * The filters that a `filters` collection asks for. What is blank does not filter; a date without an
 * offset is in `zone`.
 * @throws ParameterError naming the field that can't be used.
 */
export function parseFilters(
	collection: Readonly<Record<string, unknown>>,
	zone: string,
): EventFilters {
	const read = <Value>(name: FilterName, reader: Reader<Value>): Value | undefined => {
		const value = collection[name];
		return isBlank(value) ? undefined : reader(value, FILTER_LABELS[name]);
	};
	const toNs: Reader<bigint> = (value, field) => toEpochNs(value, field, zone);
	return withRoomBetweenTimes({
		type: read('type', toFilterValues),
		subType: read('subType', toFilterValue),
		action: read('action', toFilterValue),
		severity: read('severity', toSeverity),
		userEmail: read('userEmail', toFilterValues),
		deviceId: read('deviceId', toFilterValue),
		serialNumber: read('serialNumber', toFilterValues),
		workloadContainerId: read('workloadContainerId', toFilterValues),
		serviceName: read('serviceName', toFilterValues),
		serviceAccountName: read('serviceAccountName', toFilterValues),
		eventId: read('eventId', toFilterValue),
		externalId: read('externalId', toFilterValue),
		startTimeNs: read('startTime', toNs),
		endTimeNs: read('endTime', toNs),
	});
}

/** Both times are exclusive, so that one nanosecond apart they leave nothing between them either. */
function withRoomBetweenTimes(filters: EventFilters): EventFilters {
	const { startTimeNs, endTimeNs } = filters;
	if (startTimeNs === undefined || endTimeNs === undefined) return filters;
	if (endTimeNs > startTimeNs + 1n) return filters;
	throw new ParameterError(
		FILTER_LABELS.endTime,
		`'${FILTER_LABELS.endTime}' leaves no time after '${FILTER_LABELS.startTime}'`,
		`Enter an '${FILTER_LABELS.endTime}' that is later than '${FILTER_LABELS.startTime}'`,
	);
}
