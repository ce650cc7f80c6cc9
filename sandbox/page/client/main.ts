import { html, render } from 'lit-html';
import { followState, press } from './connection';
import type { ButtonName, PageState } from './pageState';
import type { View } from './pageView';
import { pageView } from './pageView';

const COPIED_MS = 2_000;
const NOTE_MS = 6_000;

/** What pressing has come to, where the page doesn't show it anyway. */
const NOTES: Readonly<Partial<Record<ButtonName, string>>> = {
	refuseAccess: 'The event is in the log.',
	refuseFiveTimes: 'Five events are in the log.',
	registerDevice: 'The event is in the log.',
	loseCompliance: 'The event is in the log.',
	burst: '1,000 events are in the log.',
	lateEvent: 'It has happened. The log will show it in 90 seconds.',
};

let state: PageState | undefined;
let view: View = { nowMs: Date.now(), isLost: false, note: '', copied: '' };
let frame = 0;

function draw(): void {
	frame = 0;
	view = { ...view, nowMs: Date.now() };
	const content =
		state === undefined
			? html`<p class="lost">Connecting …</p>`
			: pageView(state, view, {
					press: (name) => void pressed(name),
					copy: (text) => void copied(text),
				});
	render(content, document.body);
}

/** Once for everything that changes until the browser draws. */
function drawSoon(): void {
	if (frame === 0) frame = requestAnimationFrame(draw);
}

function show(changed: Partial<View>): void {
	view = { ...view, ...changed };
	drawSoon();
}

async function pressed(name: ButtonName): Promise<void> {
	try {
		await press(name);
		show({ note: NOTES[name] ?? '' });
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		show({ note: `That did not work: ${reason}` });
	}
	const { note } = view;
	setTimeout(() => {
		if (view.note === note) show({ note: '' });
	}, NOTE_MS);
}

async function copied(text: string): Promise<void> {
	try {
		await navigator.clipboard.writeText(text);
	} catch {
		return show({ note: 'The browser does not let this page copy.' });
	}
	show({ copied: text });
	setTimeout(() => show({ copied: '' }), COPIED_MS);
}

followState({
	onState: (next) => {
		state = next;
		show({ isLost: false });
	},
	onLost: () => show({ isLost: true }),
});
setInterval(drawSoon, 1_000);
draw();
