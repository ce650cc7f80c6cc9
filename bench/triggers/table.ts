import type { Measured } from './measure';

const COLUMNS: ReadonlyArray<readonly [string, (measured: Measured) => string]> = [
	['Triggers', ({ triggers }) => triggers.toLocaleString('en')],
	['Requests a minute', ({ requestsPerMinute }) => requestsPerMinute.toFixed(0)],
	['CPU of n8n', ({ coreShare }) => `${(coreShare * 100).toFixed(0)} % of a core`],
	['A poll', ({ polls, cpuMsPerPoll }) => (polls === 0 ? '–' : `${cpuMsPerPoll.toFixed(1)} ms`)],
	['Memory of n8n', ({ memoryMb }) => `${memoryMb.toFixed(0)} MB`],
	['Late: median', ({ lateMsMedian }) => milliseconds(lateMsMedian)],
	['99 %', ({ lateMs99 }) => milliseconds(lateMs99)],
	['most', ({ lateMsMost }) => milliseconds(lateMsMost)],
	['Due in one second', ({ dueAtOnce }) => String(dueAtOnce)],
	['Polls missed', ({ missed }) => String(missed)],
	['Token exchanges', ({ tokenExchanges }) => String(tokenExchanges)],
	['for one expiry', ({ exchangesAtOnce }) => `≤ ${exchangesAtOnce}`],
];

function milliseconds(value: number): string {
	return Number.isFinite(value) ? `${value.toFixed(0)} ms` : '–';
}

/** The figures in Markdown. */
export function toTable(measured: readonly Measured[]): string {
	const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [
		row(COLUMNS.map(([title]) => title)),
		row(COLUMNS.map(() => '---:')),
		...measured.map((figures) => row(COLUMNS.map(([, format]) => format(figures)))),
	].join('\n');
}
