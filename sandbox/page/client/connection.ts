import type { ButtonName, PageChange, PageState } from './pageState';
import { BLANK, withChange } from './pageState';

/** What the page is told by its server. */
interface Listener {
	onState(state: PageState): void;
	/** Tried again by itself until it is there again. */
	onLost(): void;
}

const MEMBERS = new Set(Object.keys(BLANK));
const CHANGES = new Set([...MEMBERS, 'events', 'delivered', 'pressed', 'message']);

function namesOf(value: unknown): string[] | undefined {
	return typeof value === 'object' && value !== null ? Object.keys(value) : undefined;
}

/** By its members: a server of another version has others. */
function isState(value: unknown): value is PageState {
	const names = new Set(namesOf(value));
	return names.size === MEMBERS.size && [...names].every((name) => MEMBERS.has(name));
}

function isChange(value: unknown): value is PageChange {
	return namesOf(value)?.every((name) => CHANGES.has(name)) ?? false;
}

/** Follows the state of the sandbox for as long as the page is open. */
export function followState(listener: Listener): void {
	const source = new EventSource('/stream');
	let state: PageState | undefined;
	source.addEventListener('state', (event: MessageEvent<string>) => {
		const sent: unknown = JSON.parse(event.data);
		// A page that is older than its server.
		if (!isState(sent)) return location.reload();
		state = sent;
		listener.onState(state);
	});
	source.addEventListener('change', (event: MessageEvent<string>) => {
		const sent: unknown = JSON.parse(event.data);
		if (state === undefined || !isChange(sent)) return;
		state = withChange(state, sent);
		listener.onState(state);
	});
	source.addEventListener('error', () => listener.onLost());
}

/** Presses a button. @throws Error where the server refuses or isn't there */
export async function press(name: ButtonName): Promise<void> {
	const response = await fetch(`/buttons/${name}`, { method: 'POST' }).catch(() => {
		throw new Error('the sandbox does not answer.');
	});
	if (!response.ok) throw new Error(`the sandbox answered with status ${response.status}.`);
}
