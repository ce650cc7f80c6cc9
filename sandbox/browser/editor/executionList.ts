import type { Person } from '../person';

/** The page with the runs of a workflow. */
export class ExecutionList {
	constructor(private readonly person: Person) {}

	async waitUntilShown(): Promise<void> {
		await this.person.page.getByTestId('executions-sidebar').waitFor();
	}

	/** How many runs it shows, of which there is one at least: before they are read it shows none. */
	async count(): Promise<number> {
		const runs = this.person.page.locator('[data-test-id^="execution-details-"]');
		await runs.first().waitFor();
		return await runs.count();
	}
}
