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
