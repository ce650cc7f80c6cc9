import type { Step } from '../journey/step';
import type { Effort, Person } from '../person';
import { HOW_ESTIMATED, secondsByHand } from './estimate';

/** A step with what it took. */
export interface TimedStep {
	readonly title: string;
	readonly machineSeconds: number;
	readonly effort: Effort;
}

const TEN_MINUTES_S = 600;

function difference(now: Effort, before: Effort): Effort {
	return {
		clicks: now.clicks - before.clicks,
		typedCharacters: now.typedCharacters - before.typedCharacters,
		pastes: now.pastes - before.pastes,
	};
}

/** Takes a step with a stopwatch. @throws whatever keeps it from being taken */
export async function timeStep({ title, take }: Step, person: Person): Promise<TimedStep> {
	const before = person.effort;
	const startMs = Date.now();
	await take();
	const machineSeconds = (Date.now() - startMs) / 1000;
	return { title, machineSeconds, effort: difference(person.effort, before) };
}

/** What a step takes a person who has never seen any of it: hands, head and machine. */
function personSeconds({ machineSeconds, effort }: TimedStep): number {
	return machineSeconds + secondsByHand(effort);
}

function total(steps: readonly TimedStep[], secondsOf: (step: TimedStep) => number): number {
	return steps.reduce((sum, step) => sum + secondsOf(step), 0);
}

function inMinutes(seconds: number): string {
	const whole = Math.round(seconds);
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** What a person does in a step, in words. */
function effortText({ clicks, typedCharacters, pastes }: Effort): string {
	const parts = [
		`${clicks} ${clicks === 1 ? 'click' : 'clicks'}`,
		...(typedCharacters > 0 ? [`${typedCharacters} characters`] : []),
		...(pastes > 0 ? [`${pastes} pasted`] : []),
	];
	return parts.join(', ');
}

/** One step on a line, for a terminal. */
export function stepLine(number: number, step: TimedStep): string {
	const machine = step.machineSeconds.toFixed(1).padStart(5);
	const person = inMinutes(personSeconds(step)).padStart(5);
	return `${String(number).padStart(2)}  machine ${machine} s  person ${person}  ${step.title} (${effortText(step.effort)})`;
}

/** Whether a person gets through within the ten minutes. */
export function isWithinTenMinutes(steps: readonly TimedStep[]): boolean {
	return total(steps, personSeconds) <= TEN_MINUTES_S;
}

/** The steps and their times, as docs/first-alert.md has them. */
export function summary(steps: readonly TimedStep[]): string {
	const rows = steps.map(
		(step, index) =>
			`| ${index + 1}. ${step.title} | ${effortText(step.effort)} | ${inMinutes(personSeconds(step))} |`,
	);
	const machine = total(steps, ({ machineSeconds }) => machineSeconds);
	return [
		'In an n8n that has the package and nothing else:',
		'',
		'| step | what you do | time |',
		'|---|---|---|',
		...rows,
		`| **all of it** | | **${inMinutes(total(steps, personSeconds))}** |`,
		'',
		`A script does this in a browser and measures how long n8n takes: ${inMinutes(machine)}, ` +
			'including the wait for the next poll (`npm run ten-minutes`). The rest is an estimate for a newcomer. ' +
			HOW_ESTIMATED,
	].join('\n');
}
