import type { Effort, Person } from './person';

/** Something that a person sets out to do, in one go. */
export interface Step {
	/** As in a list of steps: "Publish". */
	readonly title: string;
	readonly take: () => Promise<void>;
}

/** A step with what it took. */
interface TimedStep {
	readonly title: string;
	readonly machineSeconds: number;
	readonly effort: Effort;
}

/** Card, Moran and Newell's keystroke-level model: pointing 1.1 s, pressing and letting go 0.2 s. */
const CLICK_S = 1.3;
/** Reading and deciding before a click: three of that model's mental preparations, as of a newcomer. */
const DECISION_S = 4;
/** The same model's average typist who is no secretary. */
const KEY_S = 0.28;
/** To another window, copy there, and back. */
const PASTE_S = 8;

/** Takes a row of steps with a stopwatch. @throws Error naming the step that can't be taken */
export async function timeSteps(steps: readonly Step[], person: Person): Promise<TimedStep[]> {
	const timed: TimedStep[] = [];
	for (const { title, take } of steps) {
		person.effort = { clicks: 0, typedCharacters: 0, pastes: 0 };
		const startMs = Date.now();
		await take().catch((error: unknown) => {
			throw new Error(`${title}: ${error instanceof Error ? error.message : String(error)}`);
		});
		timed.push({ title, machineSeconds: (Date.now() - startMs) / 1000, effort: person.effort });
	}
	return timed;
}

function machineSecondsOf(steps: readonly TimedStep[]): number {
	return steps.reduce((sum, { machineSeconds }) => sum + machineSeconds, 0);
}

/** What steps take a person who has never seen any of it: hands, head and machine. */
export function personSecondsOf(steps: readonly TimedStep[]): number {
	return steps.reduce(
		(sum, { effort: { clicks, typedCharacters, pastes } }) =>
			sum + clicks * (CLICK_S + DECISION_S) + typedCharacters * KEY_S + pastes * PASTE_S,
		machineSecondsOf(steps),
	);
}

function inMinutes(seconds: number): string {
	const whole = Math.round(seconds);
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function effortText({ clicks, typedCharacters, pastes }: Effort): string {
	const parts = [
		`${clicks} ${clicks === 1 ? 'click' : 'clicks'}`,
		...(typedCharacters > 0 ? [`${typedCharacters} characters`] : []),
		...(pastes > 0 ? [`${pastes} pasted`] : []),
	];
	return parts.join(', ');
}

/** The steps and their times, as docs/first-alert.md has them. */
export function summaryOf(steps: readonly TimedStep[]): string {
	const rows = steps.map(
		(step, index) =>
			`| ${index + 1}. ${step.title} | ${effortText(step.effort)} | ${inMinutes(personSecondsOf([step]))} |`,
	);
	return [
		'In an n8n that has the package and nothing else:',
		'',
		'| step | what you do | time |',
		'|---|---|---|',
		...rows,
		`| **all of it** | | **${inMinutes(personSecondsOf(steps))}** |`,
		'',
		`A script does this in a browser and measures how long n8n takes: ${inMinutes(machineSecondsOf(steps))}, ` +
			'including the wait for the next poll (`npm run browser-test`). The rest is an estimate for a newcomer. ' +
			`Each click takes ${CLICK_S} s to press and ${DECISION_S} s to decide, ` +
			`each typed character ${KEY_S} s, each pasted text ${PASTE_S} s.`,
	].join('\n');
}
