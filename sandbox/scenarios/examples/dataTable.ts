import type { EditorApi } from '../../n8n/editorApi';
import { fieldOf, objectsIn } from '../../n8n/editorApi';

type Row = Readonly<Record<string, unknown>>;

/** Where the editor finds a data table of n8n's. @throws Error where the owner has no table of that name */
async function pathOf(api: EditorApi, name: string): Promise<string> {
	const project = String(fieldOf(await api.get('projects/personal'), 'id'));
	const path = `projects/${project}/data-tables`;
	const tables = objectsIn(fieldOf(await api.get(path), 'data'));
	const table = tables.find((one) => one.name === name);
	if (table === undefined) throw new Error(`n8n has no data table ${name}`);
	return `${path}/${String(table.id)}`;
}

/** The first rows of a data table. */
export async function rowsOf(api: EditorApi, name: string): Promise<Row[]> {
	return objectsIn(fieldOf(await api.get(`${await pathOf(api, name)}/rows`), 'data'));
}

export async function insertRow(api: EditorApi, name: string, row: Row): Promise<void> {
	await api.post(`${await pathOf(api, name)}/insert`, { data: [row], returnType: 'count' });
}
