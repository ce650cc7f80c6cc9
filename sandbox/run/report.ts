import type { ExternalSystems } from '../externalSystems/externalSystems';
import { REPORT_WEBHOOK } from '../n8n/imports';
import type { N8nSettings } from '../n8n/settings';
import { editorUrl } from '../n8n/settings';
import type { WaitOptions } from '../processes/waitUntil';
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

async function callWebhook(settings: N8nSettings, wait: WaitOptions): Promise<void> {
	const url = `${editorUrl(settings)}/${REPORT_WEBHOOK}`;
	await waitUntil('n8n to answer the webhook of the report', wait, async () => {
		const response = await fetch(url, { signal: wait.signal });
		return response.ok;
	});
}

/** Has the workflow make the report of yesterday, and checks it. */
export async function makeReport(
	settings: N8nSettings,
	systems: ExternalSystems,
	wait: WaitOptions,
): Promise<ReportCheck> {
	const { service, sink } = systems;
	const today = () => yesterdayOf(Date.now(), settings.timezone);
	const asked = today();
	const before = sink.reports.length;
	await callWebhook(settings, wait);
	const report = await waitUntil('the report', wait, () => sink.reports[before]);
	// Midnight has passed in between: that was the report of another day.
	if (today().startMs !== asked.startMs) return makeReport(settings, systems, wait);
	const expected = idsWithin(service.log, asked);
	const found = new Set(report.eventIds);
	const complete =
		found.size === report.eventIds.length &&
		found.size === expected.size &&
		[...expected].every((id) => found.has(id));
	return { events: report.eventIds.length, expected: expected.size, complete };
}
