import type { TemplateResult } from 'lit-html';
import { html, nothing } from 'lit-html';
import { buttonsView } from './buttonsView';
import { inboxView } from './inboxView';
import { logView } from './logView';
import type { ButtonName, PageState } from './pageState';

/** What this browser knows beside the state that all of them share, and what a person can do. */
interface View {
	readonly nowMs: number;
	/** Whether what is shown may be out of date. */
	readonly isLost: boolean;
	/** What the last press has come to. */
	readonly note: string;
	readonly press: (name: ButtonName) => void;
}

function n8nView({ n8n }: PageState): TemplateResult {
	if (n8n.status === 'starting') {
		return html`<p class="n8n" role="status">
			<strong>n8n is starting …</strong><br />
			The first time takes a few minutes. The terminal shows how far it is.
		</p>`;
	}
	const { editorUrl, email, password } = n8n;
	return html`<div class="n8n">
		<a class="primary" href="${editorUrl}/home/workflows" target="_blank" rel="noreferrer"
			>Open n8n</a
		>
		<p class="fine">
			<a href="${editorUrl}/signin" target="_blank" rel="noreferrer">Sign in</a> as
			<code>${email}</code> with <code>${password}</code>
		</p>
	</div>`;
}

function step(number: number, id: string, title: string, content: TemplateResult): TemplateResult {
	return html`<section class="panel ${id}" aria-labelledby=${id}>
		<h2 id=${id}><span class="number" aria-hidden="true">${number}</span> ${title}</h2>
		${content}
	</section>`;
}

function lostView(): TemplateResult {
	return html`<p class="lost" role="alert">
		The sandbox does not answer. Is <code>npm start</code> still running?
	</p>`;
}

/** The whole page. */
export function pageView(state: PageState, { nowMs, isLost, note, press }: View): TemplateResult {
	const buttons = html`${buttonsView(state, nowMs, press)}
		<p class="note" role="status">${note}</p>`;
	return html`
		<header class="top">
			<picture>
				<source srcset="/icon.dark.svg" media="(prefers-color-scheme: dark)" />
				<img src="/icon.svg" alt="" width="40" height="40" />
			</picture>
			<div class="what">
				<h1>Event Log Sandbox</h1>
				<p>
					A simulated organization writes this security event log. n8n reads it every minute, and
					its workflows send messages to the inbox. Nothing leaves this machine.
				</p>
			</div>
			${n8nView(state)}
		</header>
		${isLost ? lostView() : nothing}
		<main>
			${step(1, 'press-a-button', 'Press a button', buttons)}
			${step(2, 'n8n-polls', 'n8n polls within a minute', logView(state, nowMs))}
			${step(3, 'message-arrives', 'The message arrives here', inboxView(state))}
		</main>
	`;
}
