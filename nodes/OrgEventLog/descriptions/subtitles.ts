// n8n shows a subtitle below a node's name on the canvas. It takes the parameters as stored: an expression in one may have
// no value yet, and n8n would then show nothing at all.

/** Puts choices into words: "list, refused access, last month". A choice of everything is left out. */
function toSubtitle(...choices: readonly string[]): string {
	const words = `[${choices.join(', ')}].filter((choice) => !["", "none", "all"].includes(choice))`;
	return `={{ ${words}.join(", ").replace(/[A-Z]/g, " $&").toLowerCase() }}`;
}

/** Gives a choice as it is shown: an ellipsis stands for an expression. */
function shownOf(name: string): string {
	return `String($rawParameter["${name}"] ?? "").replace(/^=.*/s, "…")`;
}

const LAST = `"last " + ${shownOf('lastAmount')} + " " + ${shownOf('lastUnit')}`;
const TIME_RANGE = `({ last: ${LAST}, period: ${shownOf('period')} })[${shownOf('timeRange')}] ?? ${shownOf('timeRange')}`;

export const nodeSubtitle = toSubtitle(shownOf('operation'), shownOf('preset'), TIME_RANGE);
export const triggerSubtitle = toSubtitle(shownOf('preset'), shownOf('emit'));
