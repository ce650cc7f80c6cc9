import type { Person } from '../person';
import { NodeView } from './nodeView';

/** The panel from which nodes are added. */
export class NodePanel {
	constructor(private readonly person: Person) {}

	private get root() {
		return this.person.page.getByTestId('node-creator');
	}

	async waitUntilShown(): Promise<void> {
		await this.root.waitFor();
	}

	/** Types into the search and waits until something of that name is found. */
	async search(text: string, found: string): Promise<void> {
		const search = this.root.getByTestId('node-creator-search-bar');
		await this.person.type(search, text);
		await this.item(found).waitFor();
	}

	/** The names of what is found for a text. */
	async found(text: string): Promise<string[]> {
		const search = this.root.getByTestId('node-creator-search-bar');
		const items = this.root.getByTestId('node-creator-item-name');
		// Nothing is shown before the next search, so that what is shown after it is its own.
		await this.person.type(search, 'nothing is called like this');
		await items.first().waitFor({ state: 'hidden' });
		await this.person.type(search, text);
		await items.first().waitFor();
		return await items.allTextContents();
	}

	/** Chooses a node that has several actions, which are shown next. */
	async choose(name: string): Promise<void> {
		await this.person.click(this.item(name));
	}

	/** Unfolds a category such as Actions. */
	async expand(category: string): Promise<void> {
		await this.person.click(
			this.root.getByTestId('node-creator-category-item').filter({ hasText: category }),
		);
	}

	/** Chooses what adds a node, which opens. */
	async add(name: string): Promise<NodeView> {
		await this.choose(name);
		const view = new NodeView(this.person);
		await view.waitUntilShown();
		return view;
	}

	private item(name: string) {
		return this.root.getByTestId('node-creator-item-name').getByText(name, { exact: true }).first();
	}
}
