import type { TemplateResult } from 'lit-html';
import { html, nothing } from 'lit-html';
import type { ButtonName, PageState, SwitchState } from './pageState';
import { countdown } from './times';

type Press = (name: ButtonName) => void;

/** A button as it is at the moment; `on`: what is switched on now, if anything. */
type Button = readonly [name: ButtonName, title: string, meaning: string, on?: string];

const HAPPENINGS: readonly Button[] = [
	['refuseAccess', 'Access refused', 'A service refuses somebody access'],
	['refuseFiveTimes', 'Five refusals of one person', 'All at once'],
	['registerDevice', 'Device registered', 'Somebody enrolls a new device'],
	['loseCompliance', 'Device out of compliance', 'Device management reports it'],
	['burst', '1,000 events', 'All within one second'],
	['lateEvent', 'A late event', 'The log shows it after 90 seconds'],
];

/** What pressing has come to, where the page doesn't show it anyway. */
export const NOTES: Readonly<Partial<Record<ButtonName, string>>> = {
	refuseAccess: 'The event is in the log.',
	refuseFiveTimes:
		'Five events are in the log. For one message about all of them, publish “Five refusals to Slack and Jira”.',
	registerDevice: 'The event is in the log.',
	loseCompliance:
		'The event is in the log. For a ticket, publish “Device out of compliance to Jira”.',
	burst: '1,000 events are in the log.',
	lateEvent: 'The event has happened. The log shows it in 90 seconds.',
	expireTokens: 'The token has expired. n8n gets a new one when it next reads the log.',
};

function problems({ outageEndsAtMs, isSlow, isKeyRevoked }: SwitchState, nowMs: number): Button[] {
	const fails = 'Every request fails with status 503';
	const isSlowly = 'Every response takes five seconds';
	const isRefused = "n8n's requests fail with status 401";
	return [
		outageEndsAtMs === null
			? ['outage', 'Outage for one minute', fails]
			: ['outage', 'End the outage', fails, `over in ${countdown(outageEndsAtMs, nowMs)}`],
		isSlow ? ['slow', 'Make it fast again', isSlowly, 'slow'] : ['slow', 'Slow service', isSlowly],
		['expireTokens', 'Expire the access token', 'n8n must get a new one'],
		isKeyRevoked
			? ['key', 'Restore the key', isRefused, 'revoked']
			: ['key', 'Revoke the key', isRefused],
	];
}

function buttonView([name, title, meaning, on]: Button, press: Press): TemplateResult {
	return html`<li>
		<button
			type="button"
			class=${on === undefined ? 'press' : 'press on'}
			data-button=${name}
			@click=${() => press(name)}
		>
			<span class="title">${title}</span>
			${on === undefined ? nothing : html`<span class="pill">${on}</span>`}
			<span class="meaning">${meaning}</span>
		</button>
	</li>`;
}

/** Everything that can be pressed, and what is switched on. */
export function buttonsView({ switches }: PageState, nowMs: number, press: Press): TemplateResult {
	return html`
		<h3 id="in-organization">In the organization</h3>
		<ul class="buttons" aria-labelledby="in-organization">
			${HAPPENINGS.map((button) => buttonView(button, press))}
		</ul>
		<h3 id="with-service">Problems with the service</h3>
		<ul class="buttons" aria-labelledby="with-service">
			${problems(switches, nowMs).map((button) => buttonView(button, press))}
		</ul>
	`;
}
