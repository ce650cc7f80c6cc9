/**
 * Counts what polls have handed to n8n in this process. Two polls of one trigger may overlap, as
 * that of an activation and a scheduled one do, and with n8n's durable scheduler each has a copy of
 * the state of its own: nothing stored tells them of each other.
 */
export class HandOvers {
	private readonly counts = new Map<string, number>();

	/** For a poll that begins: whether no other poll of the trigger has handed over since. */
	watch(trigger: string): () => boolean {
		const before = this.countOf(trigger);
		return () => this.countOf(trigger) === before;
	}

	note(trigger: string): void {
		this.counts.set(trigger, this.countOf(trigger) + 1);
	}

	private countOf(trigger: string): number {
		return this.counts.get(trigger) ?? 0;
	}
}
