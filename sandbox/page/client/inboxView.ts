import type { TemplateResult } from 'lit-html';
import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { messageName, messageView } from './messageView';
import type { Message } from '../../sink/message';
import type { PageState } from './pageState';

/** What a screen reader says when a message arrives; the whole of it is there to be read. */
function announcement({ ownMessages, publishedMessages }: PageState): string {
	const [own, published] = [ownMessages[0], publishedMessages[0]];
	const newest = (own?.number ?? 0) > (published?.number ?? 0) ? own : published;
	if (newest === undefined) return '';
	const from = newest.sender?.workflowName ?? 'an unknown workflow';
	return `Message ${newest.number}: ${messageName(newest)} from ${from}`;
}

function addressView(sinkUrl: string): TemplateResult {
	return html`<div class="address">
		<p><strong>Your own workflow can send here, too</strong></p>
		<code>${sinkUrl}/hello</code>
		<p class="fine">
			Add an <em>HTTP Request</em> node: Method POST, this URL, any Body. To see it as a Slack
			message, ticket, email or rows, replace <code>/hello</code> with <code>/slack</code>,
			<code>/ticket</code>, <code>/mail</code> or <code>/sheet</code>.
		</p>
	</div>`;
}

function emptyView(): TemplateResult {
	return html`<p class="empty">
		Nothing has arrived yet. Press <em>Access refused</em>. The message arrives within a minute.
	</p>`;
}

function messagesView(
	title: string,
	messages: readonly Message[],
	{ n8n }: PageState,
): TemplateResult | typeof nothing {
	if (messages.length === 0) return nothing;
	const editorUrl = n8n.status === 'ready' ? n8n.editorUrl : undefined;
	return html`<h3>${title}</h3>
		<ol class="messages" aria-label=${title}>
			${repeat(
				messages,
				({ number }) => number,
				(message) => messageView(message, editorUrl),
			)}
		</ol>`;
}

/** The address to send to, and what has arrived, first from what people have built or run. */
export function inboxView(state: PageState): TemplateResult {
	const { ownMessages, publishedMessages, sinkUrl } = state;
	const isEmpty = ownMessages.length + publishedMessages.length === 0;
	return html`
		<p class="unseen" role="status" aria-live="polite">${announcement(state)}</p>
		${addressView(sinkUrl)}
		<div class="scroll" tabindex="0" role="region" aria-label="Inbox">
			${isEmpty ? emptyView() : nothing} ${messagesView('From your workflows', ownMessages, state)}
			${messagesView('From the published examples', publishedMessages, state)}
		</div>
	`;
}
