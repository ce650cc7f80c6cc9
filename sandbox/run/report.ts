import type { Lab } from '../lab/lab';
import { REPORT_WEBHOOK } from '../n8n/imports';
import { editorUrl } from '../n8n/settings';
import { waitUntil } from '../processes/waitUntil';
import { idsWithin, yesterdayOf } from './yesterday';

/** A report that a workflow made, compared with the log. */
export interface ReportCheck {
	/** How many events the report has. */
	readonly events: number;
	/** How many the log holds of that day. */
	readonly expected: number;
	/** Whether it has exactly those, each once. */
	readonly complete: boolean;
}

async function callWebhook({ n8n, wait }: Lab): Promise<void> {
	const url = `${editorUrl(n8n.main.n8n.settings)}/${REPORT_WEBHOOK}`;
	await waitUntil('n8n to answer the webhook of the report', wait, async () => {
		const response = await fetch(url, { signal: wait.signal });
		return response.ok;
	});
}

/** Has the workflow make the report of yesterday, and checks it. */
export async function makeReport(lab: Lab): Promise<ReportCheck> {
	const { service, sink } = lab.systems;
	const { timezone } = lab.n8n.main.n8n.settings;
	const today = () => yesterdayOf(Date.now(), timezone);
	const asked = today();
	const before = sink.reports.length;
	await callWebhook(lab);
	const report = await waitUntil('the report', lab.wait, () => sink.reports[before]);
	// Midnight has passed in between: that was the report of another day.
	if (today().startMs !== asked.startMs) return makeReport(lab);
	const expected = idsWithin(service.log, asked);
	const found = new Set(report.eventIds);
	const complete =
		found.size === report.eventIds.length &&
		found.size === expected.size &&
		[...expected].every((id) => found.has(id));
	return { events: report.eventIds.length, expected: expected.size, complete };
}
