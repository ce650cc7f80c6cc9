import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { type FilterName, LISTED_FILTERS } from '../../events/filters';
import { toNodeError } from '../../errors/nodeErrorContext';
import {
	type Choice,
	COLUMNS_METHOD,
	SEVERITY_CHOICES,
	offerChoices,
	offerColumns,
	searchMethodOf,
} from './choices';
import { readRecentLog } from './recentLogContext';

type LoadMethod = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;
type SearchMethod = (this: ILoadOptionsFunctions, typed?: string) => Promise<INodeListSearchResult>;

/** Methods that fill the lists of the filters, under the names by which descriptions call them. */
export const listSearch: Record<string, SearchMethod> = Object.fromEntries(
	LISTED_FILTERS.map((filter) => [
		searchMethodOf(filter),
		async function (this: ILoadOptionsFunctions, typed = '') {
			if (filter === 'severity') return { results: SEVERITY_CHOICES };
			return { results: await offerValues(this, filter, typed) };
		},
	]),
);

/** The method that fills the list of the columns. */
export const loadOptions: Record<string, LoadMethod> = {
	[COLUMNS_METHOD]: async function () {
		try {
			return offerColumns(await readRecentLog(this));
		} catch (thrown) {
			// n8n would lock a field without a list, and the simplified columns can be chosen all the same.
			const { message, description } = toNodeError(this.getNode(), thrown);
			const notice = `The other columns can't be listed: ${message}. ${description ?? ''}`.trim();
			return [{ name: notice, value: '', disabled: true }, ...offerColumns()];
		}
	},
};

async function offerValues(
	context: ILoadOptionsFunctions,
	filter: FilterName,
	typed: string,
): Promise<Choice[]> {
	try {
		return offerChoices(await readRecentLog(context), filter, typed);
	} catch (thrown) {
		// In place of the list, n8n's editor shows no more than the message.
		const error = toNodeError(context.getNode(), thrown);
		const { message, description } = error;
		error.message = `${message}. ${description ?? ''} To enter a value without a list, choose By Value.`;
		throw error;
	}
}
