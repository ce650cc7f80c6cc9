/** What has been started, so that all of it is stopped, last first, however the run ends. */
export class Teardown {
	private readonly steps: Array<() => Promise<void> | void> = [];

	/** Registers how to stop what has just been started. */
	add(step: () => Promise<void> | void): void {
		this.steps.push(step);
	}

	/** Registers what is to happen when everything registered so far has been stopped. */
	addLast(step: () => Promise<void> | void): void {
		this.steps.unshift(step);
	}

	/** Stops everything. A step that fails doesn't keep the others from running. */
	async run(): Promise<void> {
		for (let step = this.steps.pop(); step; step = this.steps.pop()) {
			try {
				await step();
			} catch (error) {
				console.error('While stopping:', error);
			}
		}
	}
}
