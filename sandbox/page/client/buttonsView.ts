import type { TemplateResult } from 'lit-html';
import { html, nothing } from 'lit-html';
import type { ButtonName, PageState, SwitchState } from './pageState';
import { ago, countdown } from './times';

/** A button as it is at the moment. */
interface ButtonShape {
	readonly name: ButtonName;
	readonly title: string;
	readonly meaning: string;
	/** What is switched on now, if anything. */
	readonly on?: string;
}

type Press = (name: ButtonName) => void;

const HAPPENINGS: readonly ButtonShape[] = [
	{ name: 'refuseAccess', title: 'Access refused', meaning: 'A service turns somebody away' },
	{
		name: 'refuseFiveTimes',
		title: 'Five refusals of one person',
		meaning: 'Within a moment, as when somebody guesses',
	},
	{
		name: 'registerDevice',
		title: 'Device registered',
		meaning: 'Somebody enrolls a laptop or a phone',
	},
	{ name: 'burst', title: 'A burst of 1,000', meaning: 'A thousand events within one second' },
	{
		name: 'lateEvent',
		title: 'An event that comes late',
		meaning: 'A refusal now, which the log shows only in 90 seconds',
	},
];

function outageButton({ outageEndsAtMs }: SwitchState, nowMs: number): ButtonShape {
	if (outageEndsAtMs === null) {
		const meaning = 'The service answers everything with 503';
		return { name: 'startOutage', title: 'An outage of a minute', meaning };
	}
	const on = `Outage, over in ${countdown(outageEndsAtMs, nowMs)}`;
	return { name: 'endOutage', title: 'End the outage now', meaning: 'Nothing gets lost', on };
}

function slowButton({ isSlow }: SwitchState): ButtonShape {
	const meaning = 'Every answer takes five seconds';
	return isSlow
		? { name: 'speedUp', title: 'Make the service quick again', meaning, on: 'Slow' }
		: { name: 'slowDown', title: 'A slow service', meaning };
}

function tokenMeaning({ tokens }: SwitchState, nowMs: number): string {
	if (tokens === null) return 'n8n has to exchange its refresh token again';
	if (tokens.renewedAtMs === null)
		return `Expired ${ago(tokens.expiredAtMs, nowMs)}, n8n has yet to notice`;
	return `Expired, and renewed by n8n ${ago(tokens.renewedAtMs, nowMs)}`;
}

function keyButton({ isKeyRevoked }: SwitchState): ButtonShape {
	return isKeyRevoked
		? {
				name: 'giveKeyBack',
				title: 'Give the key back',
				meaning: 'What has happened meanwhile is delivered then',
				on: 'Key revoked',
			}
		: {
				name: 'revokeKey',
				title: 'A revoked key',
				meaning: "n8n's API key and refresh token are refused with 401",
			};
}

function faultButtons(switches: SwitchState, nowMs: number): ButtonShape[] {
	return [
		outageButton(switches, nowMs),
		slowButton(switches),
		{ name: 'expireTokens', title: 'An expired token', meaning: tokenMeaning(switches, nowMs) },
		keyButton(switches),
	];
}

function buttonView({ name, title, meaning, on }: ButtonShape, press: Press): TemplateResult {
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
		<h3 id="with-service">With the service</h3>
		<ul class="buttons" aria-labelledby="with-service">
			${faultButtons(switches, nowMs).map((button) => buttonView(button, press))}
		</ul>
	`;
}
