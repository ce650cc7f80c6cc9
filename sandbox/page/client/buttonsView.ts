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
		meaning: 'All within a moment',
	},
	{ name: 'registerDevice', title: 'Device registered', meaning: 'Somebody enrolls a new device' },
	{
		name: 'loseCompliance',
		title: 'Device out of compliance',
		meaning: 'Its management says so',
	},
	{ name: 'burst', title: 'A burst of 1,000', meaning: 'All within one second' },
	{
		name: 'lateEvent',
		title: 'An event that comes late',
		meaning: 'The log shows it in 90 seconds',
	},
];

function outageButton({ outageEndsAtMs }: SwitchState, nowMs: number): ButtonShape {
	const meaning = 'Every answer is an error, 503';
	if (outageEndsAtMs === null)
		return { name: 'startOutage', title: 'An outage of a minute', meaning };
	const on = `over in ${countdown(outageEndsAtMs, nowMs)}`;
	return { name: 'endOutage', title: 'End the outage', meaning, on };
}

function slowButton({ isSlow }: SwitchState): ButtonShape {
	const meaning = 'Every answer takes five seconds';
	return isSlow
		? { name: 'speedUp', title: 'Make it quick again', meaning, on: 'slow' }
		: { name: 'slowDown', title: 'A slow service', meaning };
}

function tokenButton({ tokens }: SwitchState, nowMs: number): ButtonShape {
	const button = { name: 'expireTokens', title: 'An expired token' } as const;
	if (tokens === null) return { ...button, meaning: 'n8n has to get another one' };
	const { expiredAtMs, renewedAtMs } = tokens;
	if (renewedAtMs !== null)
		return { ...button, meaning: `n8n renewed it ${ago(renewedAtMs, nowMs)}` };
	return { ...button, meaning: `Expired ${ago(expiredAtMs, nowMs)}, not noticed yet` };
}

function keyButton({ isKeyRevoked }: SwitchState): ButtonShape {
	const meaning = "n8n's requests are refused, 401";
	return isKeyRevoked
		? { name: 'giveKeyBack', title: 'Give the key back', meaning, on: 'revoked' }
		: { name: 'revokeKey', title: 'A revoked key', meaning };
}

function faultButtons(switches: SwitchState, nowMs: number): ButtonShape[] {
	return [
		outageButton(switches, nowMs),
		slowButton(switches),
		tokenButton(switches, nowMs),
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
