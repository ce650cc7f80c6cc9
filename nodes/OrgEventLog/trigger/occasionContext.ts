import type { IPollFunctions } from 'n8n-workflow';

/** Why n8n polls. */
export type Occasion =
	/** Somebody tries the trigger out in the editor. */
	| 'testRun'
	/** n8n activates the workflow by itself: it has started, or taken over from another main. */
	| 'restart'
	/** Somebody activates or publishes the workflow. */
	| 'publication'
	| 'schedule';

/** What n8n gives a poll where it does not say: five minutes. */
export const DEFAULT_BUDGET_MS = 5 * 60_000;

/** In n8n's default mode the context of an activation is kept for all polls after it. */
const contextsThatPolled = new WeakSet<IPollFunctions>();

/** Why this poll is made. To be asked once for each poll. */
export function occasionOf(context: IPollFunctions): Occasion {
	if (context.getMode() === 'manual') return 'testRun';
	const isFirst = !contextsThatPolled.has(context);
	contextsThatPolled.add(context);
	if (!isFirst || isOfDurableScheduler(context)) return 'schedule';
	const activation = context.getActivationMode();
	return activation === 'init' || activation === 'leadershipChange' ? 'restart' : 'publication';
}

/**
 * The durable scheduler makes a context for each of its polls and calls all of them updates, as a
 * publication is called. But it alone says how long a poll may take.
 */
function isOfDurableScheduler(context: IPollFunctions): boolean {
	const budgetMs = context.getPollBudgetMs?.();
	return budgetMs !== undefined && budgetMs !== DEFAULT_BUDGET_MS;
}
