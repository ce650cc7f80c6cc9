import { plainText } from '../api/quotedText';
import { SIMPLIFIED_COLUMNS } from '../parameters/columns';
import { type Choice, howOften } from './choices';
import type { LogSummary } from './summary';

/** Names are read without blanks around them, and n8n takes what begins with an equals sign for an expression. */
function canBeChosen(path: string): boolean {
	return path === path.trim() && !path.startsWith('=');
}

/** The columns that can be chosen: the simplified ones, then the paths that events of the log have. */
export function offerColumns(summary?: LogSummary): readonly Choice[] {
	const simplified = SIMPLIFIED_COLUMNS.map((name) => ({ name, value: name }));
	const names = new Set<string>(SIMPLIFIED_COLUMNS);
	const paths = (summary?.paths ?? [])
		.filter(({ value }) => !names.has(value) && canBeChosen(value))
		.map(({ value, count }) => ({
			name: `${plainText(value)} · in ${howOften(count, summary?.events ?? 0)}`,
			value,
		}));
	return [...simplified, ...paths];
}
