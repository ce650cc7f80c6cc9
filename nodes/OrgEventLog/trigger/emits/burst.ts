import { BURST_GROUPS } from '../../events/alertGroups';
import { MINUTE_MS, toIsoTime } from '../../text/times';
import { toBurstSentence } from './burstSentence';
import { createItemJsonMaker } from '../../output/itemJson';
import { readNumber } from '../../parameters/numberFields';
import { toOneOf } from '../../parameters/readField';
import { type BurstRule, createBurstStage, lookbackFromMs } from '../stages/burst';
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
		const rule: BurstRule = {
			groupKind: toOneOf(
				BURST_GROUPS,
				parameters.get('burstPer', DEFAULT_BURST_GROUP),
				'Burst Per',
			),
			count: readNumber(parameters, 'burstCount'),
			withinMs: MINUTE_MS * readNumber(parameters, 'burstMinutes'),
		};
		return {
			grouping: {
				stage: createBurstStage(rule),
				lookbackFromMs: (alerts, memory) => lookbackFromMs(rule, alerts, memory),
			},
			toItems({ alerts }, settings) {
				const toJson = createItemJsonMaker(settings.shape);
				return alerts.map((alert) => {
					const { event, events, group } = alert;
					const value = group?.value ?? null;
					const json = {
						summary: toBurstSentence(
							{ groupKind: rule.groupKind, value, events },
							settings.wording.noun,
						),
						per: rule.groupKind,
						value,
						count: events.length,
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
