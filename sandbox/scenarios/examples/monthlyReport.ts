import { createHash } from 'node:crypto';
import { DateTime } from 'luxon';
import { isJsonObject } from '../../jsonGuards';
import { fillInForm } from '../../n8n/questions';
import type { WorkflowFile } from '../../n8n/workflowFiles';
import type { EventRecord } from '../../service';
import { makeEvent, makeUser } from '../../service';
import { insertRow, rowsOf } from './dataTable';
import { refusal } from './people';
import { type ExampleCase, MADE_OF_SAMPLES, type Scene } from './scene';
import type { Sent } from './sent';

/** Another than n8n's own: a workflow's setting decides where a month begins. */
const TIMEZONE = 'Pacific/Auckland';
const TABLE = 'org_event_log_reports';
const SIGNER = 'security-lead@example.com';

/** What a mail tells of a month, in its own words. */
interface Told {
	/** `2026-10`. */
	readonly month: string;
	readonly start: DateTime;
	readonly events: number;
	readonly log: string;
	readonly beginning: string;
	readonly before: string;
	readonly tables: string;
	readonly isSample?: boolean;
}

/** Of a file and its manifest that came with a mail, what holds of every report. */
function checkFiles(attachments: unknown): unknown {
	const [file, manifest] = Array.isArray(attachments) ? attachments.filter(isJsonObject) : [];
	const { fileName, sha256, bytes, events, previousSha256 } = isJsonObject(manifest?.json)
		? manifest.json
		: {};
	return {
		names: [file?.name, manifest?.name],
		isWhole: file?.sha256 === sha256 && file?.bytes === bytes,
		...{ fileName, events, previousSha256 },
	};
}

/** Mails as they can be known before: sums of a file, which says when it was made, by their place. */
function knownOf(sent: readonly Sent[]): unknown {
	return sent.map(({ path, content }) => {
		const mail: unknown = JSON.parse(
			JSON.stringify(content)
				.replace(/(Sign or refuse: )[^"]*/g, '$1')
				.replace(/(SHA-256(?: of the file:|:<\/b>) )[0-9a-f]{64}/g, '$1#'),
		);
		if (!isJsonObject(mail) || !('attachments' in mail)) return { path, content: mail };
		return { path, content: { ...mail, attachments: checkFiles(mail.attachments) } };
	});
}

function textOf({ month, start, events, log, beginning, before, tables }: Told): string {
	const clock = (time: DateTime) => time.toFormat('yyyy-MM-dd HH:mm:ss');
	return `<p>Attached: the events of ${month} as a spreadsheet, whose second sheet says more, and its manifest.</p>
<p><b>Whose log:</b> ${log}<br>
<b>Period:</b> From ${clock(start)} until just before ${clock(start.plus({ months: 1 }))}, ${String(start.zoneName)}<br>
<b>Events:</b> ${events}. Complete: every event of the month that the service showed. The service itself counts ${events}.<br>
<b>Log:</b> ${beginning}<br>
<b>SHA-256:</b> # (computed from the attached file; the manifest has the same)</p>
<p><b>The month before,</b> ${start.minus({ months: 1 }).toFormat('yyyy-MM')}: ${before}</p>
${tables}`;
}

/** Both mails: the report, and what its signer is asked. */
function mails(told: Told, previousSha256: string | null = null) {
	const { month, events, isSample = false } = told;
	const [inSubject, inFile] = isSample ? ['SAMPLE: ', 'SAMPLE-'] : ['', ''];
	const from = 'security-log@example.com';
	return [
		{
			path: '/mail',
			content: {
				...{ from, to: `auditor@example.com, ${SIGNER}` },
				subject: `${inSubject}Security events in ${month}: ${events || 'none'}`,
				html: `${isSample ? `<p>${MADE_OF_SAMPLES.trim()}</p>\n` : ''}${textOf(told)}`,
				attachments: {
					names: [`${inFile}events_${month}.xlsx`, `${inFile}events_${month}.manifest.json`],
					...{ isWhole: true, fileName: `events_${month}.xlsx`, events, previousSha256 },
				},
			},
		},
		{
			path: '/mail',
			content: {
				...{ from, to: SIGNER },
				subject: `${inSubject}Please sign the report for ${month}`,
				text: `${isSample ? MADE_OF_SAMPLES : ''}The report for ${month} was just sent to you by email. Please check it, then sign or refuse it.

Events: ${events}
SHA-256 of the file: #

Your decision, your name and the time are saved with this SHA-256.

Sign or refuse: `,
			},
		},
	];
}

/** A table of a mail, of two columns. */
function tableOf(heads: readonly string[], rows: ReadonlyArray<readonly [string, number]>): string {
	const cells = rows.map(([name, count]) => {
		return `<tr><td>${name}</td><td align="right">${count}</td></tr>`;
	});
	const [first, second] = heads;
	return `<table border="1" cellpadding="4" cellspacing="0"><tr><th>${first}</th><th>${second}</th></tr>${cells.join('')}</table>`;
}

function tablesOf(
	most: ReadonlyArray<readonly [string, number]>,
	days: ReadonlyArray<readonly [string, number]>,
): string {
	const byWho = tableOf(['Refused most often', 'Refusals'], most);
	return `${byWho}\n<br>\n${tableOf(['Day', 'Refusals'], days)}`;
}

const NO_TABLES = '<p>No refusals in this month.</p>\n';
const NOT_SAVED = 'there is no saved report of that month to compare with.';
const REACHES_BACK = 'The log reaches back to the start of the month. Its oldest event is of';

const SAMPLE: Told = {
	...{ month: '2026-03', start: DateTime.utc(2026, 3), events: 2, isSample: true },
	log: 'Acme (7), read from https://events.example.com',
	beginning: `${REACHES_BACK} 2026-01-05 08:00:00.`,
	before: NOT_SAVED,
	tables: tablesOf(
		[
			['203.0.113.7', 1],
			['grace@example.com', 1],
		],
		[['2026-03-02', 2]],
	),
};

function registration(id: string, createdAtMs: number): EventRecord {
	const what = { type: 'Registration', subType: 'Device', action: 'Register' };
	return makeEvent({ ...what, message: 'Device registered', id, createdAtMs });
}

/** Runs the workflow, and signs or refuses what it sends. */
async function sign({ runByHand }: Pick<Scene, 'runByHand'>, decision = 'I sign it') {
	return await runByHand(undefined, (link) =>
		fillInForm(link, 'Please sign the report for', ['Ada Lovelace', decision]),
	);
}

function inTimezone(workflow: WorkflowFile): WorkflowFile {
	return { ...workflow, settings: { ...workflow.settings, timezone: TIMEZONE } };
}

/** A month in the organization's timezone, an empty one proved, and the month before checked. */
export const monthlyReport: ExampleCase = {
	workflowId: 'orgEventLogMonthly',
	isPublished: false,
	events: () => [],
	prepare: inTimezone,
	async play(scene) {
		const { service, api, runByHand, edit, compare: compareSent } = scene;
		const compare = (situation: string, sent: readonly Sent[], expected: readonly object[]) =>
			compareSent(situation, knownOf(sent), expected);
		compare('one click', await sign(scene), mails(SAMPLE));
		await edit();
		// Months as they are now: midnight may have passed since the beginning.
		const end = DateTime.now().setZone(TIMEZONE).startOf('month');
		const start = end.minus({ months: 1 });
		const empty: Told = {
			...{ month: start.toFormat('yyyy-MM'), start, events: 0, before: NOT_SAVED },
			log: `No event names an organization, read from ${service.baseUrl}`,
			beginning:
				'It is not known whether the log reaches back to the start of the month. The service did not show its oldest event.',
			tables: NO_TABLES,
		};
		compare('an empty month', await sign(scene), mails(empty));

		const previousSha256 = 'ab'.repeat(32);
		await insertRow(api, TABLE, {
			...{ month: start.minus({ months: 1 }).toFormat('yyyy-MM'), events: 0 },
			...{ sha256: previousSha256, generatedAt: start.toISO() },
		});
		const firstMs = start.toMillis();
		const [second, third] = [start.plus({ days: 1 }), start.plus({ days: 2 })];
		const events = [
			registration('first', firstMs),
			refusal('grace', second.toMillis(), { id: 'refused-1' }),
			refusal('ada', second.toMillis() + 1, { id: 'refused-2' }),
			refusal('ada', third.toMillis(), {
				id: 'refused-3',
				userPrincipal: { user: makeUser({ email: 'ADA@example.com' }) },
			}),
			registration('last', end.toMillis() - 1),
		];
		service.log.append(...events, registration('too-late', end.toMillis()));
		const { orgName, orgId } = makeEvent({});
		const clock = (epochMs: number) =>
			DateTime.fromMillis(epochMs, { zone: TIMEZONE }).toFormat('yyyy-MM-dd HH:mm:ss');
		const full: Told = {
			...{ ...empty, events: events.length },
			log: `${orgName} (${orgId}), read from ${service.baseUrl}`,
			beginning: `${REACHES_BACK} ${clock(firstMs)}.`,
			before: 'it was read again, and still has as many events as were sent.',
			tables: tablesOf(
				[
					['ADA@example.com', 2],
					['grace@example.com', 1],
				],
				[
					[second.toFormat('yyyy-MM-dd'), 2],
					[third.toFormat('yyyy-MM-dd'), 1],
				],
			),
		};
		compare(
			'a month with events, and the one before as it was sent',
			await sign(scene),
			mails(full, previousSha256),
		);

		service.log.append(registration('too-early', firstMs - 1));
		compare(
			'the month before is another one than was sent',
			await sign(scene, 'I do not sign it'),
			mails(
				{
					...full,
					beginning: `${REACHES_BACK} ${clock(firstMs - 1)}.`,
					before:
						'IT HAS ANOTHER NUMBER OF EVENTS THAN WERE SENT: 0 then, 1 now. The log no longer reaches back to the start of that month. This may be the reason.',
				},
				previousSha256,
			),
		);

		// Asked once more, and nobody answers.
		const soon = { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' };
		await edit({ 'Request Sign-Off': { options: { limitWaitTime: { values: soon } } } });
		await runByHand();
		const signed = (await rowsOf(api, TABLE))
			.filter(({ month }) => month === full.month)
			.map(({ events: counted, decision, signedBy }) => [counted, decision, signedBy]);
		const by = `Ada Lovelace, asked at ${SIGNER}`;
		compareSent('who signed what', signed, [
			[0, 'I sign it', by],
			[5, 'I sign it', by],
			[5, 'I do not sign it', by],
			[5, null, null],
		]);
	},
};

const OUTLOOK = { id: 'outlook', name: 'Outlook', type: 'microsoftOutlookOAuth2Api' } as const;
const TOKEN = { access_token: 'none-is-needed', token_type: 'Bearer' };

/** As docs/tasks/report.md has it. */
const SEND_WITH_OUTLOOK = {
	...{ id: 'outlook', name: 'Outlook', type: 'n8n-nodes-base.microsoftOutlook', typeVersion: 2 },
	...{ position: [2640, -200], credentials: { [OUTLOOK.type]: OUTLOOK } },
	parameters: {
		...{ resource: 'message', operation: 'send', subject: '={{ $json.subject }}' },
		toRecipients: '={{ $json.toEmail }}, {{ $json.signerEmail }}',
		bodyContent: '={{ $json.html }}',
		additionalFields: {
			bodyContentType: 'html',
			attachments: {
				attachments: [{ binaryPropertyName: 'data' }, { binaryPropertyName: 'manifest' }],
			},
		},
	},
};

/** The workflow with Outlook beside its own way to send. */
function withOutlook(workflow: WorkflowFile): WorkflowFile {
	const connections = isJsonObject(workflow.connections) ? workflow.connections : {};
	const send = [{ node: 'Send Email' }, { node: 'Outlook' }, { node: 'Request Sign-Off' }];
	const main = [send.map(({ node }) => ({ node, type: 'main', index: 0 }))];
	return {
		...inTimezone(workflow),
		nodes: [...workflow.nodes, SEND_WITH_OUTLOOK],
		connections: { ...connections, 'Merge Text and Files': { main } },
	};
}

/** The files of a mail of Outlook, as the sink tells them of others. */
function outlookFiles(content: unknown): unknown[] {
	const message = isJsonObject(content) && isJsonObject(content.message) ? content.message : {};
	const attachments = Array.isArray(message.attachments) ? message.attachments : [];
	return attachments.filter(isJsonObject).map(({ name, contentBytes }) => {
		const bytes = Buffer.from(String(contentBytes), 'base64');
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		const isManifest = String(name).endsWith('.json');
		const json: unknown = isManifest ? JSON.parse(bytes.toString()) : undefined;
		return { name, bytes: bytes.length, sha256, json };
	});
}

/** Last month, written into a file, and arrived with its mail, also by Outlook. */
export const reportThatArrives: ExampleCase = {
	...monthlyReport,
	events: () => {
		const start = DateTime.now().setZone(TIMEZONE).startOf('month').minus({ months: 1 });
		return [registration('first', start.toMillis())];
	},
	prepare: withOutlook,
	credentials: (graphApiBaseUrl) => [
		{ ...OUTLOOK, data: { graphApiBaseUrl, oauthTokenData: TOKEN } },
	],
	async play(scene) {
		await scene.edit();
		const [sent] = await sign(scene);
		const [byOutlook] = scene.sentByUnnamed();
		const attached = isJsonObject(sent?.content) ? sent.content.attachments : undefined;
		const arrived = [attached, outlookFiles(byOutlook?.content)].map(checkFiles);
		const whole = arrived.map((files) => isJsonObject(files) && [files.isWhole, files.events]);
		scene.compare('the files of both mails', whole, [
			[true, 1],
			[true, 1],
		]);
	},
};
