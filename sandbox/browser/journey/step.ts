import type { Page } from 'playwright-core';
import { keepWindow } from '../evidence';

/** Something that a person sets out to do, in one go. */
export interface Step {
	/** As in a list of steps: "Publish". */
	readonly title: string;
	readonly take: () => Promise<void>;
}

interface StepOptions {
	readonly page: Page;
	/** The folder for the picture of a failure. */
	readonly evidence: string;
	readonly signal: AbortSignal;
}

/**
 * Takes a row of steps. @throws Error naming the step that can't be taken, and where a picture of the
 * window is
 */
export async function takeSteps(
	steps: readonly Step[],
	{ page, evidence, signal }: StepOptions,
	take: (step: Step) => Promise<void>,
): Promise<void> {
	for (const step of steps) {
		signal.throwIfAborted();
		try {
			await take(step);
		} catch (error) {
			signal.throwIfAborted();
			const reason = error instanceof Error ? error.message : String(error);
			throw new Error(`${step.title}: ${reason}\n${await keepWindow(page, evidence, step.title)}`);
		}
	}
}
