/** Gives the names of a table's rows, in their order. */
export function keysOf<Table extends object>(table: Table): ReadonlyArray<keyof Table & string> {
	return Object.keys(table).filter((name): name is keyof Table & string => name in table);
}
