export {
	DEFAULT_API_KEY,
	DEFAULT_REFRESH_TOKEN,
	NO_READ_API_KEY,
	NO_READ_REFRESH_TOKEN,
} from './accounts';
export type { ServiceBehaviour } from './behaviour';
export { DEFAULT_BEHAVIOUR, SCOPE_READ } from './behaviour';
export { EventLog, createEventLog } from './eventLog';
export type { EventRecord, FilterName } from './eventRecord';
export { attributeOf } from './eventRecord';
export { createdAtNsOf, listEventText } from './eventText';
export type { Fault } from './faults';
export type { EventOverrides } from './makeEvent';
export { DEFAULT_ORG_ID, NO_DEVICE, NOBODY, makeDevice, makeEvent, makeUser } from './makeEvent';
export type { Operation, RecordedRequest, RequestObserver } from './requests';
export type { EventLogService, EventLogServiceOptions } from './service';
export { startEventLogService } from './service';
export type { Happening } from './happenings';
export { Happenings } from './happenings';
export { DEFAULT_LOG_END_MS, DEFAULT_LOG_START_MS, seededLog } from './seededLog';
export type { CreatedEvent, LiveStream, LiveStreamOptions } from './liveStream';
export { startLiveStream } from './liveStream';
