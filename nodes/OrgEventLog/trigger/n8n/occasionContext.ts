import type { IPollFunctions } from 'n8n-workflow';

export type Occasion =
	/** n8n activates the workflow by itself: it has started, or taken over from another main. */
	| 'restart'
	/** Somebody activates or publishes the workflow. */
	| 'publication'
	| 'schedule';

/** A poll has five minutes if n8n does not say. */
const DEFAULT_BUDGET_MS = 5 * 60_000;
/** n8n 2.40 gives a publication up after 84 s, and takes the trigger for failed, although its poll goes on. */
const ACTIVATION_BUDGET_MS = 80_000;

/** Gives the time that a poll has, milliseconds. */
export function budgetMsOf(context: IPollFunctions, occasion: Occasion = 'schedule'): number {
	const givenMs = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	return occasion === 'schedule' ? givenMs : Math.min(givenMs, ACTIVATION_BUDGET_MS);
}

/** Where n8n plans polls in memory, the context of an activation is kept for all polls after it. */
const contextsThatPolled = new WeakSet<IPollFunctions>();

/** Gives why n8n polls; undefined for a test run in the editor. It may be called only once for each poll. */
export function takeOccasion(context: IPollFunctions): Occasion | undefined {
	if (context.getMode() === 'manual') return undefined;
	const isFirst = !contextsThatPolled.has(context);
	contextsThatPolled.add(context);
	// The durable scheduler makes a new context for every poll and calls its activation mode `update`, as for a
	// publication. It is known by its budget, which is not five minutes unless somebody has set just that.
	const isDurable = (context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS) !== DEFAULT_BUDGET_MS;
	if (!isFirst || isDurable) return 'schedule';
	const activation = context.getActivationMode();
	return activation === 'init' || activation === 'leadershipChange' ? 'restart' : 'publication';
}
