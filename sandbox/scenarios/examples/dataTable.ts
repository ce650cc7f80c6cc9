import type { EditorApi } from '../../n8n/editorApi';
import { fieldOf, objectsIn } from '../../n8n/editorApi';

/** A row as n8n's data tables have it. */
type Row = Readonly<Record<string, unknown>>;

/** A data table of n8n's, as its editor shows it. */
export class DataTable {
	private constructor(
		private readonly api: EditorApi,
		private readonly path: string,
	) {}

	/** @throws Error where the owner has no table of that name */
	static async open(api: EditorApi, name: string): Promise<DataTable> {
		const project = String(fieldOf(await api.get('projects/personal'), 'id'));
		const path = `projects/${project}/data-tables`;
		const tables = objectsIn(fieldOf(await api.get(path), 'data'));
		const table = tables.find((one) => one.name === name);
		if (table === undefined) throw new Error(`n8n has no data table ${name}`);
		return new DataTable(api, `${path}/${String(table.id)}/rows`);
	}

	/** Its first rows. */
	async rows(): Promise<Row[]> {
		return objectsIn(fieldOf(await this.api.get(this.path), 'data'));
	}

	async insert(...data: readonly Row[]): Promise<void> {
		await this.api.post(`${this.path.replace(/rows$/, 'insert')}`, { data, returnType: 'count' });
	}
}
