import { PRESET_NAMES, PRESETS } from '../events/presets';

/** The documentation on the web, where each node has a page. */
export const DOCUMENTATION =
	'https://github.com/org-event-log/n8n-nodes-org-event-log/blob/main/docs';

// What nodes say under their names on the canvas: expressions, for n8n computes them from the parameters.

/** Of a preset, or nothing: ", refused access". */
const NAMED_PRESETS = JSON.stringify(
	Object.fromEntries(
		PRESET_NAMES.filter((name) => name !== 'none').map((name) => [
			name,
			`, ${PRESETS[name].label.toLowerCase()}`,
		]),
	),
);

/** Of a number of filters, or nothing: ", 2 filters". */
const COUNTED_FILTERS =
	'((count) => count === 0 ? "" : count === 1 ? ", 1 filter" : ", " + count + " filters")(Object.keys($parameter["filters"] || {}).length)';

const CHOICE = `(${NAMED_PRESETS}[$parameter["preset"]] || "") + ${COUNTED_FILTERS}`;

const TIME_RANGE =
	'({ last: " last " + $parameter["lastAmount"] + " " + $parameter["lastUnit"], period: " " + String($parameter["period"]).replace(/([A-Z])/, " $1").toLowerCase(), custom: " between dates" })[$parameter["timeRange"]] || " all time"';

const OUTPUT =
	'$parameter["operation"] === "count" ? "" : ({ file: " → " + String($parameter["fileFormat"] || "csv").toUpperCase(), summary: " → summary" }[$parameter["output"]] || "")';

/** "list: last month, 2 filters → CSV" */
export const nodeSubtitle = `={{ $parameter["operation"] + ":" + (${TIME_RANGE}) + ($parameter["operation"] === "feed" ? "" : ${CHOICE}) + (${OUTPUT}) }}`;

/** "new events, refused access, 2 filters" */
export const triggerSubtitle = `={{ ({ digest: "digest of new events", burst: "bursts of events" }[$parameter["emit"]] || "new events") + ${CHOICE} }}`;
