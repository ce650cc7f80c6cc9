// n8n shows a subtitle below a node's name on the canvas. It takes the parameters as stored: an expression in one may have
// no value yet, and n8n would then show nothing at all.

/** Puts choices into words: "list, refused access, last month". A choice of everything is left out. */
function toSubtitle(...choices: readonly string[]): string {
	const words = `[${choices.join(', ')}].filter((choice) => !["", "none", "all"].includes(choice))`;
	return `={{ ${words}.join(", ").replace(/[A-Z]/g, " $&").toLowerCase() }}`;
}

function rawOf(name: string): string {
	return `($rawParameter["${name}"] ?? "")`;
}

const LAST = `"last " + ${rawOf('lastAmount')} + " " + ${rawOf('lastUnit')}`;
const TIME_RANGE = `({ last: ${LAST}, period: ${rawOf('period')} })[${rawOf('timeRange')}] ?? ${rawOf('timeRange')}`;

export const nodeSubtitle = toSubtitle(rawOf('operation'), rawOf('preset'), TIME_RANGE);
export const triggerSubtitle = toSubtitle(rawOf('preset'), rawOf('emit'));
