import type { Locator } from 'playwright-core';
import type { Person } from '../person';

/** The fields of a node or a credential, by the names of their parameters. */
export class ParameterForm {
	constructor(
		private readonly person: Person,
		private readonly root: Locator,
	) {}

	private get page() {
		return this.person.page;
	}

	/** A text or a number. */
	async type(name: string, text: string): Promise<void> {
		await this.person.type(this.textField(name), text);
	}

	/** A date, by its text; n8n takes it or not once the field is left. */
	async typeDate(name: string, text: string): Promise<void> {
		await this.person.click(this.textField(name));
		await this.page.keyboard.press('Control+A');
		await this.person.typeOn(text);
		await this.page.keyboard.press('Tab');
	}

	/** What a field for a text, a number or a date shows. */
	async shown(name: string): Promise<string> {
		return await this.textField(name).inputValue();
	}

	/** A text that was copied elsewhere. */
	async paste(name: string, text: string): Promise<void> {
		await this.person.paste(this.textField(name), text);
	}

	/** One of a few choices. */
	async choose(name: string, choice: string): Promise<void> {
		await this.person.click(this.field(name).locator('input').first());
		await this.person.click(this.option(choice));
	}

	/** A switch. */
	async toggle(name: string): Promise<void> {
		await this.person.click(this.field(name).locator('.el-switch'));
	}

	/** Adds a field to a collection, by what its button says: "Add Filter". */
	async add(prompt: string, label: string): Promise<void> {
		const add = this.root.getByTestId('collection-parameter-add');
		await this.person.click(add.filter({ has: this.page.getByPlaceholder(prompt) }));
		const options = this.page.getByTestId('collection-parameter-option').filter({ visible: true });
		await this.person.click(options.getByText(label, { exact: true }));
	}

	/** Removes a field that was added to a collection. */
	async removeAdded(label: string): Promise<void> {
		await this.root.getByText(label, { exact: true }).hover();
		// Of other collections, which come later, fields may have been added, too.
		await this.person.click(this.root.getByTitle('Delete', { exact: true }).first());
	}

	/** Opens the list of a field that is picked from the log. */
	async openList(name: string): Promise<PickList> {
		await this.person.click(this.locatorField(name).getByTestId('rlc-input'));
		const list = new PickList(this.person);
		await list.waitUntilShown();
		return list;
	}

	private field(name: string): Locator {
		return this.root.getByTestId(`parameter-input-${name}`);
	}

	private textField(name: string): Locator {
		return this.field(name).locator('input, textarea').first();
	}

	private locatorField(name: string): Locator {
		return this.root.getByTestId(`resource-locator-${name}`);
	}

	private option(label: string): Locator {
		return this.page.getByRole('option').filter({ hasText: label, visible: true }).first();
	}
}

/** The list that a field picked from the log offers. */
class PickList {
	constructor(private readonly person: Person) {}

	private get items() {
		return this.person.page.getByTestId('rlc-item').filter({ visible: true });
	}

	async waitUntilShown(): Promise<void> {
		await this.items.first().waitFor();
	}

	/** Waits until it offers so much; what is chosen already is there before the rest. */
	async waitForOffers(count: number): Promise<void> {
		await this.items.nth(count - 1).waitFor();
	}

	/** What it offers now, in its order. */
	async offers(): Promise<string[]> {
		return (await this.items.allInnerTexts()).map((text) => text.trim());
	}

	async pick(offer: string): Promise<void> {
		await this.person.click(this.item(offer));
	}

	private item(offer: string) {
		return this.items.filter({ has: this.person.page.getByText(offer, { exact: true }) }).first();
	}
}
