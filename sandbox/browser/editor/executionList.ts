import type { Person } from '../person';

/** The page with the runs of a workflow. */
export class ExecutionList {
	constructor(private readonly person: Person) {}

	async waitUntilShown(): Promise<void> {
		await this.person.page.getByTestId('executions-sidebar').waitFor();
	}

	/** How many runs it shows. */
	async count(): Promise<number> {
		return await this.person.page.locator('[data-test-id^="execution-details-"]').count();
	}
}
