import { createHash } from 'node:crypto';
import { DateTime } from 'luxon';
import { isJsonObject } from '../../jsonGuards';
import { fillInForm } from '../../n8n/questions';
import type { EventRecord } from '../../service';
import { makeEvent } from '../../service';
import { insertRow, rowsOf } from './dataTable';
import { type ExampleCase, MADE_OF_SAMPLES } from './scene';
import type { Sent } from './sent';

/** Another than n8n's own: a workflow's setting decides where a month begins. */
const TIMEZONE = 'Pacific/Auckland';
const TABLE = 'org_event_log_reports';
const HEADER =
	'\uFEFFlocalTime,createdAt,severity,userEmail,deviceName,serialNumber,ipAddress,service,type,subType,action,result,message,id,externalId\r\n';
const SHA256_OF_HEADER = '817c6e665dc7f6ee0b77f4e0bdd008d474bf88294dee28540030be25303555ae';

const SAMPLE_CSV = `${HEADER}2026-03-02 09:14:07,2026-03-02T09:14:07.120Z,ERROR,,,,203.0.113.7,Payroll,Access,Connection,Unauthorized,,Client ada-laptop has NO authorized role. Policy Payroll version 8: Client roles=[]: 203.0.113.7:51724->172.31.1.88:443,9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b00,\r
2026-03-02 09:15:31,2026-03-02T09:15:31.004Z,WARN,grace@example.com,,PF3XW9K2,198.51.100.23,,Identity,UserPrincipal,Deny,WARN,FAILED - Your TrustScore is low. Please update your device.,c4a1f260-8b3d-4e59-b7f2-1d0e9c8b7a01,\r
`;

/** What a report is of; times in UTC. */
interface Contents {
	readonly csv: string;
	readonly events: ReadonlyArray<{ readonly id: string; readonly createdAt: string }>;
	readonly generatedAt: string;
	/** When the log's oldest event was created. */
	readonly logBegins: string | null;
	readonly isSample?: boolean;
}

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

/** A month, as its report has it: its first instant and the first that is no longer in it, in UTC and as its clocks show it. */
function monthOf(start: DateTime) {
	const end = start.plus({ months: 1 });
	return {
		name: start.toFormat('yyyy-MM'),
		timezone: String(start.zoneName),
		from: String(start.toUTC().toISO()),
		to: String(end.toUTC().toISO()),
		fromLocal: String(start.toISO()),
		toLocal: String(end.toISO()),
	};
}

type Month = ReturnType<typeof monthOf>;

function manifestOf(month: Month, { csv, events, generatedAt, logBegins, isSample }: Contents) {
	const { from, to, timezone } = month;
	return {
		...{ from, to, timezone },
		filters: {},
		order: 'ASC',
		limit: null,
		complete: true,
		logBegins,
		coversStart: logBegins === null ? null : logBegins <= from,
		events: events.length,
		firstEvent: events.at(0) ?? null,
		lastEvent: events.at(-1) ?? null,
		fileName: fileNameOf(month),
		sha256: sha256Of(csv),
		generatedAt,
		...(isSample === true && { isSample }),
	};
}

/** What a mail says, without the link of its question, and of its manifest what the story knows. */
function knownOf(sent: readonly Sent[]): unknown {
	const text = JSON.stringify(sent).replace(/(Sign or refuse: )[^"]*/g, '$1');
	return JSON.parse(text, (_name, value: unknown) => {
		if (!isJsonObject(value) || !isJsonObject(value.json)) return value;
		const known = Object.entries(value.json).filter(([field]) => field in MANIFEST_FIELDS);
		return { name: value.name, json: Object.fromEntries(known) };
	});
}

function fileNameOf({ name }: Month): string {
	return `events_${name}.csv`;
}

/** Both mails: the report, and what its signer is asked. */
function mails(month: Month, contents: Contents, events: string, text: string) {
	return [report(month, contents, events, text), question(month, contents)];
}

function question({ name }: Month, { csv, events, isSample }: Contents) {
	const [inSubject, inText] = isSample === true ? ['SAMPLE: ', MADE_OF_SAMPLES] : ['', ''];
	return {
		path: '/mail',
		content: {
			from: 'security-log@example.com',
			to: 'security-lead@example.com',
			subject: `${inSubject}Please sign the report for ${name}`,
			text: `${inText}The report for ${name} was just sent to you by email. Please check it, then sign or refuse it.

Events: ${events.length}
SHA-256 of the CSV file: ${sha256Of(csv)}

Your decision, your name and the time are saved with this SHA-256.

Sign or refuse: `,
		},
	};
}

function report(month: Month, contents: Contents, events: string, text: string) {
	const { name } = month;
	const { csv, isSample } = contents;
	const [inSubject, inFile] = isSample === true ? ['SAMPLE: ', 'SAMPLE-'] : ['', ''];
	return {
		path: '/mail',
		content: {
			from: 'security-log@example.com',
			to: 'auditor@example.com, security-lead@example.com',
			subject: `${inSubject}Security events in ${name}: ${events}`,
			text,
			attachments: [
				{
					name: `${inFile}${fileNameOf(month)}`,
					bytes: Buffer.byteLength(csv),
					sha256: sha256Of(csv),
				},
				{
					name: `${inFile}${fileNameOf(month).replace('.csv', '.manifest.json')}`,
					json: manifestOf(month, contents),
				},
			],
		},
	};
}

const REGISTRATION = { type: 'Registration', subType: 'Device', action: 'Register' };

function registration(id: string, createdAtMs: number): EventRecord {
	return makeEvent({ ...REGISTRATION, message: 'Device registered', id, createdAtMs });
}

function csvLine(createdAt: string, id: string): string {
	const { type, subType, action } = REGISTRATION;
	const local = DateTime.fromISO(createdAt, { zone: TIMEZONE }).toFormat('yyyy-MM-dd HH:mm:ss');
	return `${local},${createdAt},INFO,ada@example.com,Ada's laptop,C02XK0AAJGH5,,,${type},${subType},${action},INFO,Device registered,${id},\r\n`;
}

function startOfMonth(nowMs: number, monthsBefore: number): DateTime {
	const start = DateTime.fromMillis(nowMs, { zone: TIMEZONE }).startOf('month');
	return start.minus({ months: monthsBefore });
}

const COMPLETE = 'Complete: yes, the file has every event of this month that is in the log';

const SAMPLE = monthOf(DateTime.utc(2026, 3));

/** What the story knows of a manifest. */
const MANIFEST_FIELDS = manifestOf(SAMPLE, {
	csv: '',
	events: [],
	generatedAt: '',
	logBegins: null,
	isSample: true,
});

/** A month in the organization's timezone, an empty one proved, and the month before checked. */
export const monthlyReport: ExampleCase = {
	workflowId: 'orgEventLogMonthly',
	isPublished: false,
	events: () => [],
	prepare: (workflow) => ({
		...workflow,
		settings: { ...workflow.settings, timezone: TIMEZONE },
	}),
	async play({ service, api, runByHand, edit, compare: compareSent }) {
		const compare = (situation: string, sent: readonly Sent[], expected: readonly object[]) =>
			compareSent(situation, knownOf(sent), expected);
		const sample = {
			csv: SAMPLE_CSV,
			events: [
				{ id: '9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b00', createdAt: '2026-03-02T09:14:07.120Z' },
				{ id: 'c4a1f260-8b3d-4e59-b7f2-1d0e9c8b7a01', createdAt: '2026-03-02T09:15:31.004Z' },
			],
			generatedAt: '2026-04-01T05:00:02.000Z',
			logBegins: '2026-01-05T08:00:00.000Z',
			isSample: true,
		};
		const sign = async (decision = 'I sign it') =>
			await runByHand(undefined, (link) =>
				fillInForm(link, 'Please sign the report for', ['Ada Lovelace', decision]),
			);
		compare('one click', await sign(), [
			...mails(
				SAMPLE,
				sample,
				'2',
				`${MADE_OF_SAMPLES}Attached: a CSV file with all events in the log for 2026-03, and its manifest.

From: 2026-03-01T00:00:00.000Z
To: 2026-04-01T00:00:00.000Z (not included)
Timezone: UTC
Events: 2
First: 2026-03-02T09:14:07.120Z, 9b3c7e15-0d42-4c8f-8e21-7a6f5d4c3b00
Last: 2026-03-02T09:15:31.004Z, c4a1f260-8b3d-4e59-b7f2-1d0e9c8b7a01
${COMPLETE}
Oldest event in the log: 2026-01-05T08:00:00.000Z. The log reaches back to the start of the month
SHA-256 of the CSV file: ${sha256Of(SAMPLE_CSV)} (computed from the attached file; the manifest has the same)

Kinds of events, most frequent first:
1  Access, Connection, Unauthorized, ERROR
1  Identity, UserPrincipal, Deny, WARN

2026-02: there is no saved report of that month to compare with.`,
			),
		]);
		await edit();
		// Months as they are now: midnight may have passed since the beginning.
		const [lastStart, end] = [startOfMonth(Date.now(), 1), startOfMonth(Date.now(), 0)];
		const last = monthOf(lastStart);
		const before = monthOf(startOfMonth(Date.now(), 2));
		const generatedAt = async (csv: string) =>
			String(
				(await rowsOf(api, TABLE)).find(({ sha256 }) => sha256 === sha256Of(csv))?.generatedAt,
			);
		const head = `Attached: a CSV file with all events in the log for ${last.name}, and its manifest.

From: ${last.fromLocal}
To: ${last.toLocal} (not included)
Timezone: Pacific/Auckland`;

		compare('an empty month', await sign(), [
			...mails(
				last,
				{ csv: HEADER, events: [], generatedAt: await generatedAt(HEADER), logBegins: null },
				'none',
				`${head}
Events: 0. The log was read to the end and has no events for this month.
${COMPLETE}
Oldest event in the log: unknown, so the log may not reach back to the start of the month
SHA-256 of the CSV file: ${SHA256_OF_HEADER} (computed from the attached file; the manifest has the same)

${before.name}: there is no saved report of that month to compare with.`,
			),
		]);

		await insertRow(api, TABLE, {
			month: before.name,
			events: 0,
			sha256: SHA256_OF_HEADER,
			generatedAt: last.from,
		});
		const firstMs = lastStart.toMillis();
		const lastMs = end.toMillis() - 1;
		const lastAt = new Date(lastMs).toISOString();
		service.log.append(
			registration('first', firstMs),
			registration('last', lastMs),
			registration('too-late', lastMs + 1),
		);
		const csv = HEADER + csvLine(last.from, 'first') + csvLine(lastAt, 'last');
		const events = [
			{ id: 'first', createdAt: last.from },
			{ id: 'last', createdAt: lastAt },
		];
		const numbers = `Events: 2
First: ${last.from}, first
Last: ${lastAt}, last
${COMPLETE}
`;
		const rest = `SHA-256 of the CSV file: ${sha256Of(csv)} (computed from the attached file; the manifest has the same)

Kinds of events, most frequent first:
2  Registration, Device, Register, INFO`;
		compare('a month with events, and the one before as it was sent', await sign(), [
			...mails(
				last,
				{ csv, events, generatedAt: await generatedAt(csv), logBegins: last.from },
				'2',
				`${head}
${numbers}Oldest event in the log: ${last.from}. The log reaches back to the start of the month
${rest}

${before.name}: the file was made again and has the same SHA-256 as the one that was sent. Nothing was added, removed or changed since then.`,
			),
		]);

		const lateAt = new Date(firstMs - 1).toISOString();
		service.log.append(registration('too-early', firstMs - 1));
		compare('the month before is another one than was sent', await sign('I do not sign it'), [
			...mails(
				last,
				{ csv, events, generatedAt: await generatedAt(csv), logBegins: lateAt },
				'2',
				`${head}
${numbers}Oldest event in the log: ${lateAt}. The log reaches back to the start of the month
${rest}

${before.name}: THE FILE DIFFERS FROM THE ONE THAT WAS SENT. Events: 0 then, 1 now. SHA-256: ${SHA256_OF_HEADER} then, ${sha256Of(HEADER + csvLine(lateAt, 'too-early'))} now. The log no longer reaches back to the start of that month. This may be the reason.`,
			),
		]);

		// Asked once more, and nobody answers.
		const soon = { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' };
		await edit({ 'Request Sign-Off': { options: { limitWaitTime: { values: soon } } } });
		await runByHand();
		const signed = (await rowsOf(api, TABLE))
			.filter(({ month }) => month === last.name)
			.map(({ events: counted, sha256, decision, signedBy }) => ({
				counted,
				sha256,
				decision,
				signedBy,
			}));
		const signedBy = 'Ada Lovelace, asked at security-lead@example.com';
		compareSent('who signed what', signed, [
			{ counted: 0, sha256: SHA256_OF_HEADER, decision: 'I sign it', signedBy },
			{ counted: 2, sha256: sha256Of(csv), decision: 'I do not sign it', signedBy },
		]);
	},
};
