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

/** Of the fields in a collection, or nothing: ", 2 filters". */
function counted(collection: string, one: string): string {
	return `((count) => count === 0 ? "" : ", " + count + " ${one}" + (count === 1 ? "" : "s"))(Object.keys($parameter["${collection}"] || {}).length)`;
}

const CHOICE = `(${NAMED_PRESETS}[$parameter["preset"]] || "") + ${counted('filters', 'filter')} + ${counted('exclude', 'exclusion')}`;

const TIME_RANGE =
	'({ last: " last " + $parameter["lastAmount"] + " " + String($parameter["lastUnit"]).slice(0, String($parameter["lastAmount"]) === "1" ? -1 : undefined), period: " " + String($parameter["period"]).replace(/([A-Z])/, " $1").toLowerCase(), custom: " custom range" })[$parameter["timeRange"]] || " all time"';

const LIMIT =
	'$parameter["operation"] !== "list" && $parameter["operation"] !== "feed" || $parameter["returnAll"] ? "" : ", limit " + $parameter["limit"]';

const FORMAT =
	'$parameter["operation"] === "export" ? " → " + String($parameter["fileFormat"] || "xlsx").toUpperCase() : ""';

/** "list: last month, 2 filters, limit 50", "export: last month → XLSX" */
export const nodeSubtitle = `={{ $parameter["operation"] + ":" + (${TIME_RANGE}) + ($parameter["operation"] === "feed" ? "" : ${CHOICE}) + (${LIMIT}) + (${FORMAT}) }}`;

/** "new events, refused access, 2 filters" */
export const triggerSubtitle = `={{ ({ digest: "digest of new events", burst: "bursts of events" }[$parameter["emit"]] || "new events") + ${CHOICE} }}`;
