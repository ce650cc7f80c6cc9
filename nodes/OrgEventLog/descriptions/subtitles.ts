// n8n shows a subtitle below a node's name on the canvas. It is made of the parameters as the workflow stores them: an
// expression may have no value yet, and n8n would then show nothing at all.

/** Gives n8n an expression for "list, refused access, last month". A choice of everything is left out. */
function toSubtitle(...choices: readonly string[]): string {
	const words = `[${choices.join(', ')}].filter((choice) => !["", "none", "all"].includes(choice))`;
	return `={{ ${words}.join(", ").replace(/[A-Z]/g, " $&").toLowerCase() }}`;
}

/** Gives n8n an expression for the choice in a field. An ellipsis stands for an expression of the user. */
function choiceIn(name: string): string {
	return `String($rawParameter["${name}"] ?? "").replace(/^=.*/s, "…")`;
}

const LAST = `"last " + ${choiceIn('lastAmount')} + " " + ${choiceIn('lastUnit')}`;
const KIND = choiceIn('timeRange');
const TIME_RANGE = `({ last: ${LAST}, period: ${choiceIn('period')} })[${KIND}] ?? ${KIND}`;

export const nodeSubtitle = toSubtitle(choiceIn('operation'), choiceIn('preset'), TIME_RANGE);
export const triggerSubtitle = toSubtitle(choiceIn('preset'), choiceIn('emit'));
