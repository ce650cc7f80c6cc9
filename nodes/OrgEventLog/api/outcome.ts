/** What became of an attempt, so that what follows a failure need not stand in a `catch`. */
export type Outcome<T> = { readonly value: T } | { readonly thrown: unknown };

/** Runs it and never throws. */
export async function outcomeOf<T>(attempt: () => Promise<T>): Promise<Outcome<T>> {
	try {
		return { value: await attempt() };
	} catch (thrown) {
		return { thrown };
	}
}
