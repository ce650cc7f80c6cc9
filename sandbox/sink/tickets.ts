import { isJsonObject, isStringArray } from '../jsonGuards';

/** A ticket as a search lists it, with as much of Jira's shape as workflows look at. */
interface Ticket {
	readonly id: string;
	readonly key: string;
	readonly fields: { readonly summary: string; readonly labels: readonly string[] };
}

/** What a query compares labels with; the tickets of the sandbox are never done. */
const LABEL = /\blabels\s*=\s*"([^"]*)"/g;

/** More than anybody opens in a day; the oldest make room. */
const MAX_TICKETS = 10_000;

/** The ticket system of the sandbox. */
export class Tickets {
	private readonly tickets: Ticket[] = [];
	private opened = 0;

	/** Opens a ticket. @returns what the system calls it */
	open(body: unknown): Pick<Ticket, 'id' | 'key'> {
		const { project, summary, labels } = isJsonObject(body) ? body : {};
		const number = ++this.opened;
		const ticket = {
			id: String(10_000 + number),
			key: `${typeof project === 'string' ? project : 'SEC'}-${number}`,
			fields: { summary: String(summary), labels: isStringArray(labels) ? labels : [] },
		};
		if (this.tickets.push(ticket) > MAX_TICKETS) this.tickets.shift();
		return { id: ticket.id, key: ticket.key };
	}

	/** The tickets that have any of the labels that a query in JQL names. */
	search(body: unknown): readonly Ticket[] {
		const jql = isJsonObject(body) ? String(body.jql) : '';
		const wanted = new Set([...jql.matchAll(LABEL)].map(([, label]) => label));
		return this.tickets.filter(({ fields }) => fields.labels.some((label) => wanted.has(label)));
	}
}
