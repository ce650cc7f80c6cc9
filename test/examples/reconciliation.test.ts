import { DateTime } from 'luxon';
import { examples, textOf } from './exampleWorkflows';
import { rehearse } from './rehearsal';

const [, reconciliation] = examples.find(([file]) => file === 'reconciliation.json') ?? [];
const NAME = '2026-11-25';
const DAY = DateTime.fromISO(NAME, { zone: 'utc' });

beforeEach(() => {
	jest.spyOn(Date, 'now').mockReturnValue(DAY.plus({ hours: 26.5 }).toMillis());
});

afterEach(() => jest.restoreAllMocks());

const at = (hour: number) => DAY.plus({ hours: hour });
const eventAt = (hour: number) => ({ id: `event-${hour}`, createdAt: at(hour).toISO() });

/** What the report says of a day with an event at each of these hours. */
async function report(
	hours: readonly number[],
	{ firstSavedAt, missing = [] }: { firstSavedAt?: DateTime; missing?: readonly number[] },
): Promise<string> {
	if (reconciliation === undefined) throw new Error('There is no reconciliation');
	const orNothing = <One>(items: readonly One[]) => (items.length > 0 ? items : [{}]);
	const { sent } = await rehearse(reconciliation, 'Every Night', {
		'First Saved ID': [
			firstSavedAt === undefined ? {} : { eventId: 'first', happenedAt: firstSavedAt.toISO() },
		],
		'Events of Yesterday': orNothing(hours.map(eventAt)),
		'Find Missing Events': orNothing(missing.map(eventAt)),
	});
	return textOf(sent.find(({ type }) => type === 'n8n-nodes-base.slack')?.parameters.text);
}

it.each<[string, Parameters<typeof report>, string]>([
	['an empty day', [[], { firstSavedAt: at(-24) }], `✅ All events of ${NAME} were delivered: 0`],
	[
		'the day on which it began',
		[[1, 2, 3], { firstSavedAt: at(2) }],
		`✅ All events of ${NAME} since the first saved ID were delivered: 2. Not checked, from before it: 1`,
	],
	[
		'the day on which it began, with a missing one',
		[[1, 2, 3, 4], { firstSavedAt: at(2), missing: [3] }],
		`📥 *Missing events of ${NAME}: 1 of 3*. Delivered now. Not checked, from before the first saved ID: 1`,
	],
	[
		'a day before it began',
		[[1, 2, 3], { firstSavedAt: at(30) }],
		`✅ All events of ${NAME} since the first saved ID were delivered: 0. Not checked, from before it: 3`,
	],
	[
		'a day after which nothing was ever delivered',
		[[1, 2], {}],
		`⚠️ *Nothing was delivered in the last eight days*, so the events of ${NAME} (2) could not be checked. Is this workflow published?`,
	],
])('the report says what it has compared: %s', async (_day, given, text) => {
	expect(await report(...given)).toBe(text);
});
