import type { PollingMode } from '../n8n/settings';
import type { Verdict } from './verdict';
import { KILL_KINDS } from './killPlan';

interface Row {
	readonly mode: PollingMode;
	readonly verdict?: Verdict;
}

const COLUMNS: ReadonlyArray<readonly [string, (verdict: Verdict) => number]> = [
	['created', ({ created }) => created],
	['delivered', ({ delivered }) => delivered],
	['lost', ({ lost }) => lost],
	['of them never dispatched by n8n', ({ lostByUncreatedExecution }) => lostByUncreatedExecution],
	['duplicates', ({ duplicates }) => duplicates],
	['at the sink', ({ reachedSink }) => reachedSink],
	['kills', ({ kills }) => kills],
	...KILL_KINDS.map((kind): readonly [string, (verdict: Verdict) => number] => [
		kind,
		({ killsByKind }) => killsByKind[kind] ?? 0,
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
		...rows.map(({ mode, verdict }) => [
			mode,
			...COLUMNS.map(([, read]) => (verdict ? String(read(verdict)) : '')),
		]),
	];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
