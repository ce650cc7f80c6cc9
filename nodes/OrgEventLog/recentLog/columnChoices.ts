import { SIMPLIFIED_COLUMNS } from '../parameters/columns';
import { type Choice, howOften } from './choices';
import type { LogSummary } from './summary';

/** The columns that can be chosen: the simplified ones, then the paths that events of the log have. */
export function offerColumns(summary?: LogSummary): readonly Choice[] {
	const simplified = SIMPLIFIED_COLUMNS.map((name) => ({ name, value: name }));
	const names = new Set<string>(SIMPLIFIED_COLUMNS);
	const paths = (summary?.paths ?? [])
		.filter(({ value }) => !names.has(value))
		.map(({ value, count }) => ({
			name: `${value} · in ${howOften(count, summary?.events ?? 0)}`,
			value,
		}));
	return [...simplified, ...paths];
}
