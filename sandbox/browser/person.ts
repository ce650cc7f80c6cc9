import type { Locator, Page } from 'playwright-core';

/** What somebody had to do by hand. */
export interface Effort {
	clicks: number;
	typedCharacters: number;
	pastes: number;
}

/** Somebody's hands. Whatever a page is told to do goes through them, so that it can be counted. */
export class Person {
	/** Since it was last set to nothing. */
	effort: Effort = { clicks: 0, typedCharacters: 0, pastes: 0 };

	constructor(readonly page: Page) {}

	async click(target: Locator): Promise<void> {
		await target.click();
		this.effort.clicks++;
	}

	async doubleClick(target: Locator): Promise<void> {
		await target.dblclick();
		this.effort.clicks += 2;
	}

	/** Clicks into a field and types in place of what it holds. */
	async type(field: Locator, text: string): Promise<void> {
		await field.fill(text);
		this.effort.clicks++;
		this.effort.typedCharacters += text.length;
	}

	/** Types into whatever has the focus. */
	async typeOn(text: string): Promise<void> {
		await this.page.keyboard.type(text);
		this.effort.typedCharacters += text.length;
	}

	/** Clicks into a field and puts in what was copied elsewhere, such as an address or a key. */
	async paste(field: Locator, text: string): Promise<void> {
		await field.fill(text);
		this.effort.clicks++;
		this.effort.pastes++;
	}
}
