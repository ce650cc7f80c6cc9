export type { Accounts, ApiKeyAccount, RefreshTokenAccount } from './accounts';
export {
	DEFAULT_API_KEY,
	DEFAULT_REFRESH_TOKEN,
	NO_READ_API_KEY,
	NO_READ_REFRESH_TOKEN,
	READ_ONLY_API_KEY,
	defaultAccounts,
} from './accounts';
export type { BodyShape, RequiredScopes, ServiceBehaviour } from './behaviour';
export { DEFAULT_BEHAVIOUR, SCOPE_ADMIN, SCOPE_READ, SCOPE_WRITE } from './behaviour';
export { EventLog, createEventLog } from './eventLog';
export type {
	DeviceRecord,
	EventRecord,
	FilterName,
	UserPrincipal,
	UserRecord,
} from './eventRecord';
export { attributeOf } from './eventRecord';
export { createdAtNsOf, feedEventText, listEventText } from './eventText';
export type { JsonObject, JsonValue } from './exactJson';
export { jsonText } from './exactJson';
export type { Fault, FaultMatch, FaultOptions } from './faults';
export type { EventOverrides } from './makeEvent';
export {
	DEFAULT_CREATED_AT_MS,
	DEFAULT_ORG_ID,
	DEFAULT_ORG_NAME,
	makeDevice,
	makeEvent,
	makeUser,
} from './makeEvent';
export type { Operation, RecordedRequest } from './requests';
export type { EventLogService, EventLogServiceOptions } from './service';
export { startEventLogService } from './service';
export type { SeededLogOptions } from './seededLog';
export { DEFAULT_LOG_END_MS, DEFAULT_LOG_START_MS, seededLog } from './seededLog';
export { Additions } from './control/additions';
export { addControlRoutes } from './control/controlRoutes';
export type { CreatedEvent, LiveStream, LiveStreamOptions } from './liveStream';
export { startLiveStream } from './liveStream';
export type { OrganizationOptions } from './generator/organizationEvents';
export { OrganizationEvents } from './generator/organizationEvents';
