import type { ButtonName } from '../page/client/pageState';
import type { Person } from './person';

/** The sandbox's page: buttons that make things happen, and the inbox. */
export class OrganizationPage {
	constructor(
		private readonly person: Person,
		private readonly url: string,
	) {}

	private get messages() {
		return this.person.page.locator('article.message');
	}

	async open(): Promise<void> {
		await this.person.page.goto(this.url);
		await this.button('refuseAccess').waitFor();
	}

	async press(name: ButtonName): Promise<void> {
		await this.person.click(this.button(name));
	}

	/** Waits until so many messages are in the inbox. */
	async waitForMessages(count: number, timeoutMs: number): Promise<void> {
		await this.messages.nth(count - 1).waitFor({ timeout: timeoutMs });
	}

	/** How many messages are in the inbox, of which there is one at least. */
	async countMessages(): Promise<number> {
		await this.messages.first().waitFor();
		return await this.messages.count();
	}

	private button(name: ButtonName) {
		return this.person.page.locator(`[data-button="${name}"]`);
	}
}
