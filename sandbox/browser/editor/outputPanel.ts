import type { Person } from '../person';

/** A table as it is shown. */
interface ShownTable {
	readonly headings: readonly string[];
	readonly rows: ReadonlyArray<readonly string[]>;
}

/** The right-hand side of an open node: what it gave. */
export class OutputPanel {
	constructor(private readonly person: Person) {}

	private get root() {
		return this.person.page.getByTestId('output-panel');
	}

	/** Waits until something is written there. @throws Error, naming the text, when it doesn't come */
	async waitForText(text: string | RegExp): Promise<void> {
		await this.root.getByText(text).filter({ visible: true }).first().waitFor();
	}

	async showTable(): Promise<ShownTable> {
		await this.person.click(this.root.getByTestId('radio-button-table'));
		const table = this.root.getByTestId('ndv-data-container').locator('table').first();
		await table.locator('tbody tr td').first().waitFor();
		const headings = await table.locator('thead th').allInnerTexts();
		const rows = await table.locator('tbody tr').all();
		return {
			headings: headings.map((heading) => heading.trim()).filter((heading) => heading !== ''),
			rows: await Promise.all(rows.map((row) => row.locator('td').allInnerTexts())),
		};
	}
}
