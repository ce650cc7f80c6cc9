import type { TemplateResult } from 'lit-html';
import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { LogRow, PageState } from './pageState';
import { ago, clockTime, countdown, otherDay } from './times';

/** What has become of an event on its way to n8n, as a class and in words. */
function arrivalOf(
	{ state, visibleAtMs }: LogRow,
	lastReadAtMs: number | null,
	nowMs: number,
): readonly [name: string, words: string] {
	if (state === 'delivered') return ['good', '✓ delivered'];
	if (visibleAtMs > nowMs) return ['late', `shows in ${countdown(visibleAtMs, nowMs)}`];
	if (state === 'before') return ['fine', 'earlier'];
	return (lastReadAtMs ?? 0) >= visibleAtMs ? ['good', '✓ read'] : ['', 'waiting'];
}

function rowView(row: LogRow, lastReadAtMs: number | null, nowMs: number): TemplateResult {
	const [arrival, words] = arrivalOf(row, lastReadAtMs, nowMs);
	return html`<tr class=${row.state} data-event=${row.id}>
		<td class="when">
			<time datetime=${new Date(row.createdAtMs).toISOString()}>${clockTime(row.createdAtMs)}</time>
			<small>${otherDay(row.createdAtMs, nowMs)}</small>
		</td>
		<td><span class="severity ${row.severity.toLowerCase()}">${row.severity}</span></td>
		<td class="who">
			<span title=${row.who}>${row.who || '–'}</span>
			<small title=${row.device}>${row.device}</small>
		</td>
		<td class="what">
			<span>${row.message}</span>
			<small>${row.kind}</small>
		</td>
		<td class="arrival ${arrival}">${words}</td>
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
