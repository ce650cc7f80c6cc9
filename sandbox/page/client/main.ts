import { html, render } from 'lit-html';
import { NOTES } from './buttonsView';
import type { ButtonName, PageState } from './pageState';
import { BLANK } from './pageState';
import { pageView } from './pageView';

const NOTE_MS = 6_000;

let state: PageState | undefined;
let isLost = false;
let note = '';
let frame = 0;

function draw(): void {
	frame = 0;
	const content =
		state === undefined
			? html`<p class="lost">Connecting …</p>`
			: pageView(state, { nowMs: Date.now(), isLost, note, press: (name) => void press(name) });
	render(content, document.body);
}

/** Once for everything that changes until the browser draws. */
function drawSoon(): void {
	if (frame === 0) frame = requestAnimationFrame(draw);
}

function say(text: string): void {
	note = text;
	drawSoon();
	setTimeout(() => {
		if (note === text) say('');
	}, NOTE_MS);
}

async function press(name: ButtonName): Promise<void> {
	const response = await fetch(`/buttons/${name}`, { method: 'POST' }).catch(() => undefined);
	if (response?.ok) return say(NOTES[name] ?? '');
	say(`That did not work: the sandbox ${response ? 'refused it' : 'does not answer'}.`);
}

/** By its members: a server of another version has others. */
function isState(value: unknown): value is PageState {
	const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
	return names.sort().join() === Object.keys(BLANK).sort().join();
}

const source = new EventSource('/stream');
source.addEventListener('message', (event: MessageEvent<string>) => {
	const sent: unknown = JSON.parse(event.data);
	// A page that is older than its server.
	if (!isState(sent)) return location.reload();
	state = sent;
	isLost = false;
	drawSoon();
});
// The browser tries again by itself.
source.addEventListener('error', () => {
	isLost = true;
	drawSoon();
});
setInterval(drawSoon, 1_000);
draw();
