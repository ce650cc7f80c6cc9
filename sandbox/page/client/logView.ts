import type { TemplateResult } from 'lit-html';
import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { LogRow, PageState } from './pageState';
import { ago, clockTime, countdown, otherDay } from './times';

const KNOWN_SEVERITIES = new Set(['DEBUG', 'INFO', 'WARN', 'ERROR']);

function severityView({ severity }: LogRow): TemplateResult {
	const known = KNOWN_SEVERITIES.has(severity) ? severity.toLowerCase() : 'other';
	return html`<span class="severity ${known}">${severity}</span>`;
}

/** What has become of an event on its way to n8n. */
function arrivalView(
	{ state, visibleAtMs }: LogRow,
	lastReadAtMs: number | null,
	nowMs: number,
): TemplateResult {
	if (state === 'delivered') return html`<span class="arrival delivered">✓ delivered</span>`;
	if (visibleAtMs > nowMs) {
		return html`<span class="arrival hidden">shows in ${countdown(visibleAtMs, nowMs)}</span>`;
	}
	if (state === 'waiting' && lastReadAtMs !== null && lastReadAtMs >= visibleAtMs) {
		return html`<span class="arrival read">✓ read</span>`;
	}
	return state === 'waiting'
		? html`<span class="arrival waiting">waiting</span>`
		: html`<span class="arrival before" title="Before the sandbox was started">earlier</span>`;
}

function rowView(row: LogRow, lastReadAtMs: number | null, nowMs: number): TemplateResult {
	return html`<tr class=${row.state} data-event=${row.id}>
		<td class="when">
			<time datetime=${new Date(row.createdAtMs).toISOString()}>${clockTime(row.createdAtMs)}</time>
			<small>${otherDay(row.createdAtMs, nowMs)}</small>
		</td>
		<td>${severityView(row)}</td>
		<td class="who">
			<span title=${row.user}>${row.user || '–'}</span>
			<small title=${row.device}>${row.device}</small>
		</td>
		<td class="what">
			<span>${row.message}</span>
			<small>${row.kind}</small>
		</td>
		<td>${arrivalView(row, lastReadAtMs, nowMs)}</td>
	</tr>`;
}

function readView({ n8n, lastReadAtMs, lastStatus }: PageState, nowMs: number): TemplateResult {
	const never = n8n.status === 'starting' ? 'n8n is starting …' : 'n8n has not read the log yet';
	const refused = html`<span class="refused">The service answered with ${lastStatus}.</span>`;
	return html`<p class="visit">
		${lastReadAtMs === null ? never : `Last read ${ago(lastReadAtMs, nowMs)}`}
		${lastStatus >= 400 ? refused : nothing}
	</p>`;
}

/** When n8n reads the log, and the newest events in it. */
export function logView(state: PageState, nowMs: number): TemplateResult {
	return html`
		${readView(state, nowMs)}
		<div class="scroll" tabindex="0" role="region" aria-label="The newest events of the log">
			<table>
				<thead>
					<tr>
						<th scope="col">When</th>
						<th scope="col">Severity</th>
						<th scope="col">Who</th>
						<th scope="col">What</th>
						<th scope="col" title="Delivered: a workflow has passed it on">In n8n</th>
					</tr>
				</thead>
				<tbody>
					${repeat(
						state.log,
						({ id }) => id,
						(row) => rowView(row, state.lastReadAtMs, nowMs),
					)}
				</tbody>
			</table>
		</div>
		<p class="fine">
			The newest ${state.log.length} of ${state.logSize.toLocaleString('en')} events of the service
			at
			<code>${state.serviceUrl}</code>
		</p>
	`;
}
