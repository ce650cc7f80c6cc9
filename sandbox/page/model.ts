import type { PageChange, PageState } from './client/pageState';
import { BLANK, withChange } from './client/pageState';

type Watcher = (change: PageChange) => void;

/** What the page shows at the moment, and whom to tell when that becomes different. */
export class PageModel {
	private current = BLANK;
	private readonly watchers = new Set<Watcher>();

	get state(): PageState {
		return this.current;
	}

	change(change: PageChange): void {
		this.current = withChange(this.current, change);
		for (const watcher of this.watchers) watcher(change);
	}

	/** Tells of changes until the function that it gives is called. */
	watch(watcher: Watcher): () => void {
		this.watchers.add(watcher);
		return () => this.watchers.delete(watcher);
	}
}
