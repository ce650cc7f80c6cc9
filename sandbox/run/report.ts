import { REPORT_WEBHOOK } from '../n8n/imports';
import type { N8nSettings } from '../n8n/settings';
import { editorUrl } from '../n8n/settings';
import type { Patience } from '../processes/until';
import { until } from '../processes/until';
import type { Surroundings } from './surroundings';
import { idsWithin, yesterdayOf } from './yesterday';

/** A report that a workflow made, held against the log. */
export interface ReportCheck {
	/** How many events the report has. */
	readonly events: number;
	/** How many the log holds of that day. */
	readonly expected: number;
	/** Whether it has exactly those, each once. */
	readonly complete: boolean;
}

async function callWebhook(settings: N8nSettings, patience: Patience): Promise<void> {
	const url = `${editorUrl(settings)}/${REPORT_WEBHOOK}`;
	await until('n8n to answer the webhook of the report', patience, async () => {
		const response = await fetch(url, { signal: patience.signal });
		return response.ok;
	});
}

/** Has the workflow make the report of yesterday, and counts after it. */
export async function makeReport(
	settings: N8nSettings,
	{ service, sink }: Surroundings,
	patience: Patience,
): Promise<ReportCheck> {
	const today = () => yesterdayOf(Date.now(), settings.timezone);
	const asked = today();
	const before = sink.reports.length;
	await callWebhook(settings, patience);
	const report = await until('the report', patience, () => sink.reports[before]);
	// Midnight has passed in between: that was the report of another day.
	if (today().startMs !== asked.startMs) return makeReport(settings, { service, sink }, patience);
	const expected = idsWithin(service.log, asked);
	const found = new Set(report.eventIds);
	const complete =
		found.size === report.eventIds.length &&
		found.size === expected.size &&
		[...expected].every((id) => found.has(id));
	return { events: report.eventIds.length, expected: expected.size, complete };
}
