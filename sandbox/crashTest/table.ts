import type { PollingMode } from '../n8n/settings';
import { KILL_TIMINGS } from './killPlan';
import type { Summary } from './summary';

interface Row {
	readonly mode: PollingMode;
	readonly summary: Summary;
}

const COLUMNS: ReadonlyArray<readonly [string, (summary: Summary) => number]> = [
	['created', ({ created }) => created],
	['delivered', ({ delivered }) => delivered],
	['lost', ({ lost }) => lost],
	['of them never dispatched by n8n', ({ lostExplained }) => lostExplained],
	['duplicates', ({ duplicates }) => duplicates],
	['of them said to be redelivered', ({ redelivered }) => redelivered],
	['at the sink', ({ reachedSink }) => reachedSink],
	['kills', ({ kills }) => kills],
	...KILL_TIMINGS.map((timing): readonly [string, (summary: Summary) => number] => [
		timing,
		({ killsByTiming }) => killsByTiming[timing] ?? 0,
	]),
	['polls', ({ polls }) => polls],
	['executions', ({ executions }) => executions],
	['crashed', ({ statuses }) => statuses['crashed'] ?? 0],
];

/** The figures of the modes side by side, as Markdown. */
export function toTable(rows: readonly Row[]): string {
	const lines = [
		['mode', ...COLUMNS.map(([name]) => name)],
		['---', ...COLUMNS.map(() => '---:')],
		...rows.map(({ mode, summary }) => [mode, ...COLUMNS.map(([, read]) => String(read(summary)))]),
	];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
