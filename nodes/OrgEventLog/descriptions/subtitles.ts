import { PRESET_NAMES, PRESETS } from '../events/presets';

// Subtitles, which n8n shows below a node's name on the canvas. They are expressions that take the parameters as stored:
// an expression in a parameter may have no value yet, and n8n would then show nothing at all.

const MAX_LETTERS_OF_VALUE = 30;

/** A function that gives a value as it is shown: an ellipsis stands for an expression. */
const SHOWN = `((value) => String(value ?? "").startsWith("=") ? "…" : String(value ?? "").slice(0, ${MAX_LETTERS_OF_VALUE}))`;

/** Makes the expression for the values in a collection: "Access + deny". */
function valuesOf(collection: string): string {
	return `Object.values($rawParameter["${collection}"] || {}).map((field) => shown(field && typeof field === "object" ? field.value : field)).filter(Boolean).join(" + ")`;
}

const PRESET_WORDS = JSON.stringify(
	Object.fromEntries(
		PRESET_NAMES.map((name) => [name, name === 'none' ? '' : PRESETS[name].label.toLowerCase()]),
	),
);

/** A list of the events that are chosen: "refused access", "Access + deny", "not Identity". */
const SELECTION = `((presets, preset, excluded) => [preset in presets ? presets[preset] : shown(preset), ${valuesOf('filters')}, excluded && "not " + excluded])(${PRESET_WORDS}, $rawParameter["preset"] || "none", ${valuesOf('exclude')})`;

const TIME_RANGE =
	'({ all: "all time", last: "last " + shown($rawParameter["lastAmount"]) + " " + shown($rawParameter["lastUnit"]).slice(0, String($rawParameter["lastAmount"]) === "1" ? -1 : undefined), period: shown($rawParameter["period"]).replace(/([A-Z])/, " $1").toLowerCase(), custom: "custom range" })[$rawParameter["timeRange"]] || "…"';

const LIMIT =
	'["list", "feed"].includes($rawParameter["operation"]) && $rawParameter["returnAll"] !== true ? "limit " + shown($rawParameter["limit"]) : ""';

const FORMAT =
	'$rawParameter["operation"] === "export" ? " → " + shown($rawParameter["fileFormat"] || "xlsx").toUpperCase() : ""';

function toSubtitle(text: string): string {
	return `={{ ((shown) => ${text})(${SHOWN}) }}`;
}

/** Reads "list: refused access, last 24 hours, limit 50", "export: last month → XLSX". */
export const nodeSubtitle = toSubtitle(
	`$rawParameter["operation"] + ": " + [...($rawParameter["operation"] === "feed" ? [] : ${SELECTION}), ${TIME_RANGE}, ${LIMIT}].filter(Boolean).join(", ") + (${FORMAT})`,
);

/** Reads "refused access, ada@example.com, bursts". */
export const triggerSubtitle = toSubtitle(
	`((choice) => [...(choice.length > 0 ? choice : ["any event"]), { digest: "digest", burst: "bursts" }[$rawParameter["emit"]]].filter(Boolean).join(", "))(${SELECTION}.filter(Boolean))`,
);
