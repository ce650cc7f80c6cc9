import type { TemplateResult } from 'lit-html';
import { html, nothing } from 'lit-html';
import type { MessageContent } from '../../sink/content';
import type { Message, Sender } from '../../sink/message';
import type { SlackPart } from './slackText';
import { slackParts } from './slackText';
import { clockTime, fileSize } from './times';

type ContentOf<Kind> = Extract<MessageContent, { kind: Kind }>;

const NAMES: Readonly<Record<MessageContent['kind'], string>> = {
	slack: 'Slack message',
	ticket: 'Ticket',
	mail: 'Email',
	sheet: 'Rows for a sheet',
	plain: 'Message',
};

function link(url: string, text: string): TemplateResult {
	return html`<a href=${url} target="_blank" rel="noreferrer">${text}</a>`;
}

function listed(label: string, texts: readonly string[]): TemplateResult | typeof nothing {
	return texts.length === 0
		? nothing
		: html`<p class="listed fine">${label}: ${texts.join(', ')}</p>`;
}

function slackPartView(part: SlackPart): TemplateResult {
	if (part.kind === 'bold') return html`<strong>${part.text}</strong>`;
	if (part.kind === 'italic') return html`<em>${part.text}</em>`;
	if (part.kind === 'code') return html`<code>${part.text}</code>`;
	return part.kind === 'link' ? link(part.url, part.text) : html`${part.text}`;
}

function slackView({ channel, text }: ContentOf<'slack'>): TemplateResult {
	return html`
		${channel === '' ? nothing : html`<h3>#${channel.replace(/^#/, '')}</h3>`}
		<p class="text">${slackParts(text).map(slackPartView)}</p>
	`;
}

/** Without the marks of a block that is text as it is, which Jira doesn't show either. */
function jiraText(description: string): string {
	return description.replace(/^\{noformat\}\n?|\n?\{noformat\}$/gm, '');
}

function ticketView(ticket: ContentOf<'ticket'>): TemplateResult {
	return html`
		<p class="fine">${[ticket.project, ticket.issueType].filter(Boolean).join(' · ')}</p>
		<h3>${ticket.summary}</h3>
		<p class="text">${jiraText(ticket.description)}</p>
		${listed('Labels', ticket.labels)}
	`;
}

/** As programs for mail show it. */
function withLinks(text: string): Array<string | TemplateResult> {
	const parts = text.split(/(https?:\/\/\S+)/);
	return parts.map((part, index) => (index % 2 === 1 ? link(part, part) : part));
}

function mailView(mail: ContentOf<'mail'>): TemplateResult {
	const files = mail.attachments.map(
		({ name, bytes }) => `${name || 'unnamed'} ${fileSize(bytes)}`,
	);
	return html`
		<p class="fine">To ${mail.to || '–'}, from ${mail.from || '–'}</p>
		<h3>${mail.subject || '(no subject)'}</h3>
		<p class="text">${withLinks(mail.text)}</p>
		${listed('Attachments', files)}
	`;
}

function sheetView(number: number, content: ContentOf<'sheet'>): TemplateResult {
	const { document, sheet, columns, rows, moreRows } = content;
	return html`
		<p class="fine">${[document, sheet].filter(Boolean).join(' › ')}</p>
		<div class="rows" tabindex="0" role="region" aria-label="Rows of message ${number}">
			<table>
				<thead>
					<tr>
						${columns.map((column) => html`<th scope="col">${column}</th>`)}
					</tr>
				</thead>
				<tbody>
					${rows.map(
						(row) =>
							html`<tr>
								${row.map((cell) => html`<td>${cell}</td>`)}
							</tr>`,
					)}
				</tbody>
			</table>
		</div>
		${moreRows === 0 ? nothing : html`<p class="fine">and ${moreRows} more</p>`}
	`;
}

function plainView({ path, contentType, bytes }: Message, text: string): TemplateResult {
	const what = `${fileSize(bytes)}${contentType === '' ? '' : ` of ${contentType}`}`;
	return html`
		<p class="fine"><code>${path}</code> ${what}</p>
		${text === '' ? nothing : html`<pre class="text" tabindex="0">${text}</pre>`}
	`;
}

function contentView(message: Message): TemplateResult {
	const { content } = message;
	switch (content.kind) {
		case 'slack':
			return slackView(content);
		case 'ticket':
			return ticketView(content);
		case 'mail':
			return mailView(content);
		case 'sheet':
			return sheetView(message.number, content);
		case 'plain':
			return plainView(message, content.text);
	}
}

function senderView(sender: Sender | undefined, editorUrl: string | undefined): TemplateResult {
	if (sender === undefined) return html`unknown workflow`;
	const { workflowId, workflowName, executionId } = sender;
	if (editorUrl === undefined) return html`${workflowName}`;
	const workflow = `${editorUrl}/workflow/${workflowId}`;
	return html`${link(workflow, workflowName)}${
		executionId === undefined
			? nothing
			: html` · ${link(`${workflow}/executions/${executionId}`, `execution ${executionId}`)}`
	}`;
}

/** What a message is, in two words. */
export function messageName({ content }: Message): string {
	return NAMES[content.kind];
}

/** A message as the system that it was meant for would show it. */
export function messageView(message: Message, editorUrl: string | undefined): TemplateResult {
	const { receivedAtMs, sender, content } = message;
	return html`<li>
		<article class="message ${content.kind}" aria-label="${messageName(message)} ${message.number}">
			<header>
				<span class="kind">${messageName(message)}</span>
				<time datetime=${new Date(receivedAtMs).toISOString()}>${clockTime(receivedAtMs)}</time>
			</header>
			<div class="content">${contentView(message)}</div>
			<footer>from ${senderView(sender, editorUrl)}</footer>
		</article>
	</li>`;
}
