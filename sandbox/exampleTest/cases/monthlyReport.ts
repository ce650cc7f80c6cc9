import { createHash } from 'node:crypto';
import { DateTime } from 'luxon';
import { makeEvent } from '../../service';
import { DataTable } from '../dataTable';
import type { ExampleCase } from '../exampleCase';

/** Another than n8n's own: a workflow's setting decides where a month begins. */
const TIMEZONE = 'Pacific/Auckland';
const TABLE = 'org_event_log_reports';
const HEADER =
	'createdAt,severity,type,subType,action,result,message,userEmail,deviceName,serialNumber,platform,severityLevel,id,externalId,dedupeKey\r\n';
const SHA256_OF_HEADER = '72cfcd48db96bda0b1de80d55c2e8d5ea08949fee151da8d769a4c4c76585cb5';

const SAMPLE_CSV = `${HEADER}2026-03-02T09:14:07.120Z,ERROR,Access,Connection,deny,ERROR,ada@example.com was denied Payroll,ada@example.com,Ada's laptop,C02XK0AAJGH5,macOS,4,9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b00,,c6a08b8286b7eec65bc4\r
2026-03-02T09:15:31.004Z,WARN,Access,Connection,deny,ERROR,grace@example.com was denied Wiki,grace@example.com,Grace's notebook,PF3XW9K2,Windows,3,c4a1f260-8b3d-4e59-b7f2-1d0e9c8b7a01,,bd29c9e3b51333c46324\r
`;

/** A month of the organization, as its report has it. */
interface Month {
	/** `2026-03` */
	readonly name: string;
	readonly timezone: string;
	/** Its first instant and the first that is no longer in it: in UTC, and as its clocks show it. */
	readonly from: string;
	readonly to: string;
	readonly fromLocal: string;
	readonly toLocal: string;
}

/** What a report is of; times in UTC. */
interface Contents {
	readonly csv: string;
	readonly events: ReadonlyArray<{ readonly id: string; readonly createdAt: string }>;
	readonly generatedAt: string;
}

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const describeFile = (name: string, contents: string) => ({
	name,
	bytes: Buffer.byteLength(contents),
	sha256: sha256Of(contents),
});

function monthOf(start: DateTime<true>): Month {
	const end = start.plus({ months: 1 });
	return {
		name: start.toFormat('yyyy-MM'),
		timezone: TIMEZONE,
		from: start.toUTC().toISO(),
		to: end.toUTC().toISO(),
		fromLocal: start.toISO(),
		toLocal: end.toISO(),
	};
}

function manifestOf(month: Month, { csv, events, generatedAt }: Contents): string {
	const { from, to, timezone, fromLocal, toLocal } = month;
	const manifest = {
		from,
		to,
		toIsExclusive: true,
		timezone,
		fromLocal,
		toLocal,
		filters: {},
		order: 'ASC',
		events: events.length,
		firstEvent: events.at(0) ?? null,
		lastEvent: events.at(-1) ?? null,
		sha256: sha256Of(csv),
		generatedAt,
	};
	return JSON.stringify(manifest, undefined, 2);
}

function mail(month: Month, contents: Contents, events: string, text: string) {
	const stamp = (iso: string) => iso.replace(/[-:]|\.\d+/g, '');
	const { name, from, to } = month;
	return {
		path: '/mail',
		content: {
			from: 'security-log@example.com',
			to: 'auditor@example.com',
			subject: `Security events of ${name}: ${events}`,
			text,
			attachments: [
				describeFile(`events_${stamp(from)}_${stamp(to)}.csv`, contents.csv),
				describeFile(`security-events-${name}.manifest.json`, manifestOf(month, contents)),
			],
		},
	};
}

function csvLine(createdAt: string, id: string): string {
	return `${createdAt},INFO,Registration,Device,register,INFO,Device registered,ada@example.com,Ada's laptop,C02XK0AAJGH5,macOS,2,${id},,422420782399df6af129\r\n`;
}

function startOfMonth(nowMs: number, monthsBefore: number): DateTime<true> {
	const start = DateTime.fromMillis(nowMs, { zone: TIMEZONE }).startOf('month');
	const wanted = start.minus({ months: monthsBefore });
	if (!wanted.isValid) throw new RangeError('No such month');
	return wanted;
}

const SAMPLE: Month = {
	name: '2026-03',
	timezone: 'UTC',
	from: '2026-03-01T00:00:00.000Z',
	to: '2026-04-01T00:00:00.000Z',
	fromLocal: '2026-03-01T00:00:00.000Z',
	toLocal: '2026-04-01T00:00:00.000Z',
};

/** A month in the organization's timezone, an empty one proved, and the month before checked. */
export const monthlyReport: ExampleCase = {
	workflowId: 'orgEventLogMonthly',
	isPublished: false,
	events: () => [],
	prepare: (workflow) => ({
		...workflow,
		settings: { ...workflow.settings, timezone: TIMEZONE },
	}),
	async play({ service, api, runByHand, edit, compare }) {
		const sample = {
			csv: SAMPLE_CSV,
			events: [
				{ id: '9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b00', createdAt: '2026-03-02T09:14:07.120Z' },
				{ id: 'c4a1f260-8b3d-4e59-b7f2-1d0e9c8b7a01', createdAt: '2026-03-02T09:15:31.004Z' },
			],
			generatedAt: '2026-04-01T05:00:02.000Z',
		};
		compare('one click', await runByHand(), [
			mail(
				SAMPLE,
				sample,
				'2',
				`Attached are all events of 2026-03 as a CSV file, and its manifest.

From: 2026-03-01T00:00:00.000Z
To: 2026-04-01T00:00:00.000Z (not included)
Timezone: UTC
Events: 2
First: 2026-03-02T09:14:07.120Z, 9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b00
Last: 2026-03-02T09:15:31.004Z, c4a1f260-8b3d-4e59-b7f2-1d0e9c8b7a01
SHA-256 of the CSV file: 7f0520737b64e47e2507be66fa2986887c835b3c07cd250a5990c732d4590d90, computed from the attached file and the same in the manifest

2026-02: no report of that month is on record here, so there is nothing to compare.`,
			),
		]);
		await edit();
		const table = await DataTable.open(api, TABLE);
		// Months as they are now: midnight may have passed since the beginning.
		const [lastStart, end] = [startOfMonth(Date.now(), 1), startOfMonth(Date.now(), 0)];
		const last = monthOf(lastStart);
		const before = monthOf(startOfMonth(Date.now(), 2));
		const generatedAt = async () =>
			String((await table.rows()).find(({ month }) => month === last.name)?.generatedAt);
		const head = `Attached are all events of ${last.name} as a CSV file, and its manifest.

From: ${last.fromLocal}
To: ${last.toLocal} (not included)
Timezone: Pacific/Auckland`;

		compare('an empty month', await runByHand(), [
			mail(
				last,
				{ csv: HEADER, events: [], generatedAt: await generatedAt() },
				'none',
				`${head}
Events: 0. The log was read to its end and has none of this month; the manifest stands for that.
SHA-256 of the CSV file: ${SHA256_OF_HEADER}, computed from the attached file and the same in the manifest

${before.name}: no report of that month is on record here, so there is nothing to compare.`,
			),
		]);

		await table.insert({
			month: before.name,
			events: 0,
			sha256: SHA256_OF_HEADER,
			generatedAt: last.from,
		});
		const firstMs = lastStart.toMillis();
		const lastMs = end.toMillis() - 1;
		const lastAt = new Date(lastMs).toISOString();
		service.log.append(
			makeEvent({ id: 'first', createdAtMs: firstMs }),
			makeEvent({ id: 'last', createdAtMs: lastMs }),
			makeEvent({ id: 'too-late', createdAtMs: lastMs + 1 }),
		);
		const csv = HEADER + csvLine(last.from, 'first') + csvLine(lastAt, 'last');
		const events = [
			{ id: 'first', createdAt: last.from },
			{ id: 'last', createdAt: lastAt },
		];
		const numbers = `Events: 2
First: ${last.from}, first
Last: ${lastAt}, last
SHA-256 of the CSV file: ${sha256Of(csv)}, computed from the attached file and the same in the manifest`;
		compare('a month with events, and the one before as it was sent', await runByHand(), [
			mail(
				last,
				{ csv, events, generatedAt: await generatedAt() },
				'2',
				`${head}
${numbers}

${before.name}: the file was made again and has the SHA-256 of the one that was sent. Nothing was added, removed or changed since.`,
			),
		]);

		const lateAt = new Date(firstMs - 1).toISOString();
		service.log.append(makeEvent({ id: 'too-early', createdAtMs: firstMs - 1 }));
		compare('the month before is another one than was sent', await runByHand(), [
			mail(
				last,
				{ csv, events, generatedAt: await generatedAt() },
				'2',
				`${head}
${numbers}

${before.name}: THE FILE IS NOT THE ONE THAT WAS SENT. It had 0 events and the SHA-256 ${SHA256_OF_HEADER}; now there are 1 and it is ${sha256Of(HEADER + csvLine(lateAt, 'too-early'))}.`,
			),
		]);
	},
};
