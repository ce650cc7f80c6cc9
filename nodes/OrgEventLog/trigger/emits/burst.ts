import { BURST_GROUPS, type BurstGroupKind } from '../../events/alertGroups';
import type { ColumnValue, LoggedEvent } from '../../events/event';
import { ipAddressOf, serviceNameOf, userEmailOf } from '../../events/subjects';
import { createItemJsonMaker } from '../../output/itemJson';
import { readNumber } from '../../parameters/numberFields';
import { toOneOf } from '../../parameters/readField';
import { pluralize } from '../../text/numbers';
import { toPlainText } from '../../text/plainText';
import { MINUTE_MS, toIsoTime } from '../../text/times';
import { type BurstRule, gatherBursts, lookbackMsOf } from '../stages/burst';
import { type EmitDefinition, HAPPENING, WHO, withMarks } from './emit';

const DEFAULT_BURST_GROUP = 'who';

export const burstOfEvents: EmitDefinition = {
	label: 'For Bursts of Events',
	description: 'One item when many events occur in a short time, for example of one user',
	fields: [
		{
			kind: 'number',
			name: 'burstCount',
			description: 'How many events within Burst Minutes start the workflow',
		},
		{
			kind: 'number',
			name: 'burstMinutes',
			description:
				'Within how many minutes they must occur. Polls also read twice this time before new events.',
		},
		{
			kind: 'options',
			name: 'burstPer',
			label: 'Burst Per',
			description: 'Which events are counted together',
			default: DEFAULT_BURST_GROUP,
			choices: {
				all: ['All', 'All matching events together'],
				device: ['Device', 'The events of each device. Events without a device do not count.'],
				happening: HAPPENING,
				user: ['User', 'The events of each user. Events without a user do not count.'],
				who: WHO,
			},
		},
	],
	read(parameters) {
		const groupKind = parameters.get('burstPer', DEFAULT_BURST_GROUP);
		const rule: BurstRule = {
			groupKind: toOneOf(BURST_GROUPS, groupKind, 'Burst Per'),
			count: readNumber(parameters, 'burstCount'),
			withinMs: MINUTE_MS * readNumber(parameters, 'burstMinutes'),
		};
		return {
			grouping: {
				gather: (batch) => gatherBursts(batch, rule),
				lookbackMs: lookbackMsOf(rule),
			},
			toItems({ alerts }, settings) {
				const toJson = createItemJsonMaker(settings.shape);
				return alerts.map((alert) => {
					const { event, events, group } = alert;
					const burst = { groupKind: rule.groupKind, value: group?.value ?? null, events };
					const json = {
						summary: toBurstSentence(burst, settings.wording.noun),
						...{ per: burst.groupKind, value: burst.value, count: events.length },
						from: toIsoTime(events[0]?.createdAtMs),
						to: toIsoTime(event.createdAtMs),
						events: events.map(toJson),
					};
					return withMarks(json, alert, settings);
				});
			},
			preview: (alerts) => alerts.slice(-1),
		};
	},
};

interface BurstFacts {
	readonly groupKind: BurstGroupKind;
	/** The user, the device or what else the events have in common. */
	readonly value: ColumnValue;
	/** There is at least one; the oldest comes first. */
	readonly events: readonly LoggedEvent[];
}

/** A span up to this one is told in seconds. */
const MAX_SPAN_IN_SECONDS = 120;

/** Gives one line: "ada@example.com: 5 refusals within 3 minutes (last at Payroll)". */
export function toBurstSentence(burst: BurstFacts, noun: string): string {
	const { events, groupKind } = burst;
	const [first, last] = [events[0], events[events.length - 1]];
	const span = describeSpan((last?.createdAtMs ?? 0) - (first?.createdAtMs ?? 0));
	const ofOneKind = groupKind === 'happening' ? ' of the same kind' : '';
	const lastOne = last === undefined ? '' : describePlace(last, groupKind);
	const where = lastOne && ` (last${lastOne})`;
	return `${describeSubject(burst)}${pluralize(events.length, noun)}${ofOneKind} within ${span}${where}`;
}

function describeSubject({ groupKind, value }: BurstFacts): string {
	if (groupKind === 'all' || groupKind === 'happening') return '';
	const name = toPlainText(String(value));
	return groupKind === 'device' ? `Device ${name}: ` : `${name}: `;
}

/** Gives ": ada@example.com at Payroll", " from 203.0.113.7"; nothing that the subject says. */
function describePlace({ fields }: LoggedEvent, groupKind: BurstGroupKind): string {
	const [user, address, service] = [userEmailOf, ipAddressOf, serviceNameOf].map((read) => {
		const value = read(fields);
		return value === null ? '' : toPlainText(String(value));
	});
	const who = user ? `: ${user}` : address && ` from ${address}`;
	const isSaid = groupKind === 'user' || groupKind === 'who';
	return `${isSaid ? '' : who}${service && ` at ${service}`}`;
}

function describeSpan(spanMs: number): string {
	const seconds = Math.max(1, Math.ceil(spanMs / 1000));
	return seconds <= MAX_SPAN_IN_SECONDS
		? pluralize(seconds, 'second')
		: pluralize(Math.ceil(seconds / 60), 'minute');
}
