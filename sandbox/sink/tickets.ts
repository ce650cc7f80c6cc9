import { isJsonObject, isStringArray } from '../jsonGuards';

/** A ticket as a search lists it, with as much of Jira's shape as workflows look at. */
interface Ticket {
	readonly id: string;
	readonly key: string;
	readonly fields: { readonly summary: string; readonly labels: readonly string[] };
}

/** What a query compares labels with; the tickets of the sandbox are never done. */
const LABEL = /\blabels\s*=\s*"([^"]*)"/g;

/** The ticket system of the sandbox. */
export class Tickets {
	private readonly tickets: Ticket[] = [];

	/** Opens a ticket. @returns what the system calls it */
	open(body: unknown): Pick<Ticket, 'id' | 'key'> {
		const { project, summary, labels } = isJsonObject(body) ? body : {};
		const number = this.tickets.length + 1;
		const ticket = {
			id: String(10_000 + number),
			key: `${typeof project === 'string' ? project : 'SEC'}-${number}`,
			fields: { summary: String(summary), labels: isStringArray(labels) ? labels : [] },
		};
		this.tickets.push(ticket);
		return { id: ticket.id, key: ticket.key };
	}

	/** The tickets that have any of the labels that a query in JQL names. */
	search(body: unknown): readonly Ticket[] {
		const jql = isJsonObject(body) ? String(body.jql) : '';
		const wanted = new Set([...jql.matchAll(LABEL)].map(([, label]) => label));
		return this.tickets.filter(({ fields }) => fields.labels.some((label) => wanted.has(label)));
	}
}
