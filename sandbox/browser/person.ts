import type { Locator, Page } from 'playwright-core';

/** What somebody had to do by hand. */
export interface Effort {
	readonly clicks: number;
	readonly typedCharacters: number;
	readonly pastes: number;
}

export const NO_EFFORT: Effort = { clicks: 0, typedCharacters: 0, pastes: 0 };

/** Somebody's hands. Whatever a page is told to do goes through them, so that it can be counted. */
export class Person {
	private done: Effort = NO_EFFORT;

	constructor(readonly page: Page) {}

	/** What has been done since the person came. */
	get effort(): Effort {
		return this.done;
	}

	async click(target: Locator): Promise<void> {
		await target.click();
		this.count({ clicks: 1 });
	}

	async doubleClick(target: Locator): Promise<void> {
		await target.dblclick();
		this.count({ clicks: 2 });
	}

	/** Clicks into a field and types in place of what it holds. */
	async type(field: Locator, text: string): Promise<void> {
		await field.fill(text);
		this.count({ clicks: 1, typedCharacters: text.length });
	}

	/** Types into whatever has the focus. */
	async typeOn(text: string): Promise<void> {
		await this.page.keyboard.type(text);
		this.count({ typedCharacters: text.length });
	}

	/** Clicks into a field and puts in what was copied elsewhere, such as an address or a key. */
	async paste(field: Locator, text: string): Promise<void> {
		await field.fill(text);
		this.count({ clicks: 1, pastes: 1 });
	}

	private count(more: Partial<Effort>): void {
		const { clicks, typedCharacters, pastes } = this.done;
		this.done = {
			clicks: clicks + (more.clicks ?? 0),
			typedCharacters: typedCharacters + (more.typedCharacters ?? 0),
			pastes: pastes + (more.pastes ?? 0),
		};
	}
}
