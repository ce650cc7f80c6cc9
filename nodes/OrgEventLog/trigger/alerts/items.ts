import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { LoggedEvent } from '../../events/event';
import { plainText } from '../../events/plainText';
import { toIsoTime } from '../../events/columns';
import { counted, toDigest } from '../../output/digest';
import { createItemMaker } from '../../output/itemsOutput';
import { ipAddressOf, serviceNameOf, userEmailOf } from '../../events/subjects';
import type { Burst } from './bursts';
import type { Pulse } from './pulse';
import type { TriggerSettings } from '../../parameters/triggerSettings';

/** What is said of an item beside what it is of. */
export interface ItemMarks {
	/** How many were held back since the one before it. */
	readonly suppressed: number;
	/** Whether it was delivered before. */
	readonly redelivered: boolean;
}

export const NO_MARKS: ItemMarks = { suppressed: 0, redelivered: false };

/** An event or a burst that is delivered. */
export interface Delivered<Subject> extends ItemMarks {
	readonly subject: Subject;
}

type ItemSettings = Pick<
	TriggerSettings,
	'shape' | 'wording' | 'suppressRepeatsMs' | 'afterRestart'
>;

/** One item per event. */
export function toEventItems(
	delivered: ReadonlyArray<Delivered<LoggedEvent>>,
	settings: ItemSettings,
): INodeExecutionData[] {
	const toJson = createItemMaker(settings.shape);
	return delivered.map((one) => ({ json: withMarks(toJson(one.subject), one, settings) }));
}

/** One item for all events, with the trigger's pulse, or none. */
export function toDigestItems(
	delivered: ReadonlyArray<Delivered<LoggedEvent>>,
	settings: ItemSettings,
	pulse: Pulse,
): INodeExecutionData[] {
	if (delivered.length === 0) return [];
	const toJson = createItemMaker(settings.shape);
	const marks = new Map<LoggedEvent, ItemMarks>(delivered.map((one) => [one.subject, one]));
	const toItem = (event: LoggedEvent) =>
		withMarks(toJson(event), marks.get(event) ?? NO_MARKS, settings);
	const digest = toDigest([...marks.keys()], toItem, settings.wording);
	const marksOfAll = {
		suppressed: delivered.reduce((sum, { suppressed }) => sum + suppressed, 0),
		redelivered: delivered.some(({ redelivered }) => redelivered),
	};
	return [{ json: withMarks({ ...digest, ...pulse }, marksOfAll, settings) }];
}

/** One item for each burst, with the events that make it. */
export function toBurstItems(
	delivered: ReadonlyArray<Delivered<Burst>>,
	settings: ItemSettings,
): INodeExecutionData[] {
	const toJson = createItemMaker(settings.shape);
	return delivered.map((one) => {
		const { per, group, events, moment } = one.subject;
		const [first = moment] = events;
		const json = {
			summary: burstSentence(one.subject, settings.wording.noun),
			per,
			value: group.value,
			count: events.length,
			from: toIsoTime(first.createdAtMs),
			to: toIsoTime(moment.createdAtMs),
			events: events.map(toJson),
		};
		return { json: withMarks(json, one, settings) };
	});
}

/** An item with those of its marks that the user wants to see. */
export function withMarks(
	json: IDataObject,
	{ suppressed, redelivered }: ItemMarks,
	{ suppressRepeatsMs, afterRestart }: Pick<ItemSettings, 'suppressRepeatsMs' | 'afterRestart'>,
): IDataObject {
	return {
		...json,
		...(suppressRepeatsMs > 0 && { suppressed }),
		...(afterRestart === 'repeatLast' && { redelivered }),
	};
}

/** Up to here a span is told in seconds. */
const SECONDS_TOLD = 120;

/** One line: "5 refusals of ada@example.com within 3 minutes, last at Payroll". */
export function burstSentence({ per, group, events, moment }: Burst, noun: string): string {
	const value = plainText(String(group.value));
	const ofWhom = {
		who: ` of ${value}`,
		user: ` of ${value}`,
		device: ` of the device ${value}`,
		happening: ' of the same kind',
		all: '',
	}[per];
	const [first = moment] = events;
	const span = spanOf(moment.createdAtMs - first.createdAtMs);
	const where = whereOf(moment, per);
	return `${counted(events.length, noun)}${ofWhom} within ${span}${where && `, last ${where}`}`;
}

/** "of ada@example.com at Payroll", "from 203.0.113.7", "of type Identity". */
function whereOf({ fields }: LoggedEvent, per: Burst['per']): string {
	const [user, address, service] = [userEmailOf, ipAddressOf, serviceNameOf].map((read) => {
		const value = read(fields);
		return value === null ? undefined : plainText(String(value));
	});
	const who = user === undefined ? address && `from ${address}` : `of ${user}`;
	const parts = [
		per === 'user' || per === 'who' ? undefined : who,
		service && `at ${service}`,
	].filter(Boolean);
	const { type } = fields;
	if (parts.length > 0 || typeof type !== 'string' || type === '') return parts.join(' ');
	return `of type ${plainText(type)}`;
}

function spanOf(spanMs: number): string {
	const seconds = Math.max(1, Math.ceil(spanMs / 1000));
	return seconds <= SECONDS_TOLD
		? counted(seconds, 'second')
		: counted(Math.ceil(seconds / 60), 'minute');
}
