// n8n shows a subtitle below a node's name on the canvas. It is made of the parameters as the workflow stores them,
// because n8n would show nothing at all if an expression among them had no value yet.

/** Creates n8n's expression for "list, refused access, last month". It leaves out what is empty, `none` or `all`. */
function createSubtitle(...choices: readonly string[]): string {
	const words = `[${choices.join(', ')}].filter((choice) => !["", "none", "all"].includes(choice))`;
	return `={{ ${words}.join(", ").replace(/[A-Z]/g, " $&").toLowerCase() }}`;
}

/** Creates n8n's expression for the choice in a field. An ellipsis stands for an expression of the user. */
function choiceOf(name: string): string {
	return `String($rawParameter["${name}"] ?? "").replace(/^=.*/s, "…")`;
}

const RELATIVE_RANGE = `"last " + ${choiceOf('lastAmount')} + " " + ${choiceOf('lastUnit')}`;
const RANGE_KIND = choiceOf('timeRange');
const TIME_RANGE = `({ last: ${RELATIVE_RANGE}, period: ${choiceOf('period')} })[${RANGE_KIND}] ?? ${RANGE_KIND}`;

export const nodeSubtitle = createSubtitle(choiceOf('operation'), choiceOf('preset'), TIME_RANGE);
export const triggerSubtitle = createSubtitle(choiceOf('preset'), choiceOf('emit'));
