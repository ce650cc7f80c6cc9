import { createHash } from 'node:crypto';
import { DateTime } from 'luxon';
import { isJsonObject } from '../../jsonGuards';
import { makeEvent } from '../../service';
import type { ExampleCase } from './scene';
import { rowsOf } from './dataTable';
import { TIMEZONE } from './localTime';

const FOLDER = '/s3/security-archive.example.com/security-events';
const NIGHT = 'Events of Yesterday';
const CHECK = 'First of the Month';

/** By its first and its last day. */
const nameOf = (from: DateTime, to: DateTime) =>
	`events_${from.toISODate()}_${to.minus({ days: 1 }).toISODate()}`;
const isoOf = (time: DateTime) => String(time.toUTC().toISO());

/** Files that follow each other, what is in the bucket of them, and a check that finds what somebody did to it. */
export const archive: ExampleCase = {
	workflowId: 'orgEventLogArchive',
	isPublished: false,
	events: (nowMs) => {
		const start = DateTime.fromMillis(nowMs, { zone: TIMEZONE })
			.startOf('month')
			.minus({ months: 1 });
		const at = (days: number) => start.plus({ days }).toMillis();
		return [
			makeEvent({ id: 'before', createdAtMs: at(0) - 1 }),
			makeEvent({ id: 'first', createdAtMs: at(0) }),
			makeEvent({ id: 'tenth', createdAtMs: at(10) }),
			makeEvent({ id: 'twelfth', createdAtMs: at(12) }),
		];
	},
	async play({ nowMs, api, sinkUrl, runByHand, edit, failure, compare }) {
		const end = DateTime.fromMillis(nowMs, { zone: TIMEZONE }).startOf('month');
		const start = end.minus({ months: 1 });
		const month = start.toFormat('yyyy-MM');
		const [tenth, twentieth] = [start.plus({ days: 10 }), start.plus({ days: 20 })];
		const read = async (name: string) => {
			const response = await fetch(`${sinkUrl}${FOLDER}/${name}`);
			return response.ok ? await response.text() : `status ${response.status}`;
		};
		const manifestOf = async (name: string) => {
			const manifest: unknown = JSON.parse(await read(`${name}.manifest.json`));
			if (!isJsonObject(manifest)) throw new TypeError('No manifest');
			const { from, to, events, sha256, previousSha256, complete, coversStart } = manifest;
			return { from, to, events, sha256, previousSha256, complete, coversStart };
		};
		const check = async () => {
			try {
				await runByHand(CHECK);
				return 'whole';
			} catch {
				return await failure();
			}
		};

		await runByHand();
		const sample = 'SAMPLE-events_2026-03-31';
		compare('one click uploads what says SAMPLE', (await read(`${sample}.ndjson`)).length, 469);
		await edit();
		compare(
			'nothing in the archive',
			await check(),
			`The archive has no file for ${month} [line 9]`,
		);

		// As if these had been the nights: the first from the beginning of the month on, each to another day.
		const edits: Array<readonly [DateTime, object]> = [
			[tenth, { after: start.toISO() }],
			[twentieth, { after: '={{ $json.ends }}' }],
			[end, {}],
		];
		for (const [before, more] of edits) {
			await edit({ [NIGHT]: { before: before.toISO(), ...more } });
			await runByHand();
		}
		const names = [nameOf(start, tenth), nameOf(tenth, twentieth), nameOf(twentieth, end)];
		const files = await Promise.all(names.map((name) => read(`${name}.ndjson`)));
		const idsOf = (file: string) =>
			[...file.matchAll(/"id":"(first|tenth|twelfth|before)"/g)].map(([, id]) => id);
		compare('files', files.map(idsOf), [['first'], ['tenth', 'twelfth'], []]);
		compare('a day without events has no file', files[2], 'status 404');
		const hashes = [...files.slice(0, 2), ''].map((file) =>
			createHash('sha256').update(file).digest('hex'),
		);
		const times = [start, tenth, twentieth, end].map(isoOf);
		compare(
			'manifests',
			await Promise.all(names.map(manifestOf)),
			hashes.map((sha256, index) => ({
				from: times[index],
				to: times[index + 1],
				events: [1, 2, 0][index],
				sha256,
				previousSha256: hashes[index - 1] ?? null,
				complete: true,
				coversStart: true,
			})),
		);
		const rows = await rowsOf(api, 'org_event_log_archive');
		compare(
			'kinds of rows',
			rows.map(({ kind }) => kind),
			['SAMPLE', 'log', 'log', 'log'],
		);
		compare('the chain', await check(), 'whole');

		const put = async (name: string, body: string) =>
			await fetch(`${sinkUrl}${FOLDER}/${name}`, { method: 'PUT', body });
		const [first = '', second = '', third = ''] = names;
		await put(`${first}.ndjson`, 'another');
		compare(
			'a file was exchanged',
			await check(),
			`The archive for ${month} is not complete: ${first}.ndjson is missing, or has changed since it was written.`,
		);
		await put(`${first}.ndjson`, files[0] ?? '');
		await fetch(`${sinkUrl}${FOLDER}/${second}.manifest.json`, { method: 'DELETE' });
		compare(
			'a manifest is gone',
			await check(),
			`The archive for ${month} is not complete: ${third}.ndjson does not name ${first}.ndjson as the file before it; from ${times[1]} to ${times[2]} there is no file, or more than one.`,
		);
		await fetch(`${sinkUrl}${FOLDER}/${third}.manifest.json`, { method: 'DELETE' });
		compare(
			'the end is gone',
			await check(),
			`The archive for ${month} is not complete: from ${times[1]} to ${times[3]} there is no file.`,
		);
	},
};
