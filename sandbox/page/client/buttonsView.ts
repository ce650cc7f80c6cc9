import type { TemplateResult } from 'lit-html';
import { html, nothing } from 'lit-html';
import type { ButtonName, PageState, SwitchState } from './pageState';
import { countdown } from './times';

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
	{ name: 'refuseAccess', title: 'Access refused', meaning: 'A service refuses somebody access' },
	{
		name: 'refuseFiveTimes',
		title: 'Five refusals of one person',
		meaning: 'All at once',
	},
	{ name: 'registerDevice', title: 'Device registered', meaning: 'Somebody enrolls a new device' },
	{
		name: 'loseCompliance',
		title: 'Device out of compliance',
		meaning: 'Device management reports it',
	},
	{ name: 'burst', title: '1,000 events', meaning: 'All within one second' },
	{
		name: 'lateEvent',
		title: 'A late event',
		meaning: 'The log shows it after 90 seconds',
	},
];

function outageButton({ outageEndsAtMs }: SwitchState, nowMs: number): ButtonShape {
	const meaning = 'Every request fails with status 503';
	if (outageEndsAtMs === null)
		return { name: 'startOutage', title: 'Outage for one minute', meaning };
	const on = `over in ${countdown(outageEndsAtMs, nowMs)}`;
	return { name: 'endOutage', title: 'End the outage', meaning, on };
}

function slowButton({ isSlow }: SwitchState): ButtonShape {
	const meaning = 'Every response takes five seconds';
	return isSlow
		? { name: 'speedUp', title: 'Make it fast again', meaning, on: 'slow' }
		: { name: 'slowDown', title: 'Slow service', meaning };
}

function keyButton({ isKeyRevoked }: SwitchState): ButtonShape {
	const meaning = "n8n's requests fail with status 401";
	return isKeyRevoked
		? { name: 'giveKeyBack', title: 'Restore the key', meaning, on: 'revoked' }
		: { name: 'revokeKey', title: 'Revoke the key', meaning };
}

function faultButtons(switches: SwitchState, nowMs: number): ButtonShape[] {
	return [
		outageButton(switches, nowMs),
		slowButton(switches),
		{ name: 'expireTokens', title: 'Expire the access token', meaning: 'n8n must get a new one' },
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
		<h3 id="with-service">Problems with the service</h3>
		<ul class="buttons" aria-labelledby="with-service">
			${faultButtons(switches, nowMs).map((button) => buttonView(button, press))}
		</ul>
	`;
}
