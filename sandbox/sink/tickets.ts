import { isJsonObject, isStringArray } from '../jsonGuards';

/** A ticket as a search lists it, with as much of Jira's shape as workflows look at. */
interface Ticket {
	readonly id: string;
	readonly key: string;
	readonly fields: { readonly summary: string; readonly labels: readonly string[] };
}

interface OpenedTicket extends Ticket {
	readonly project: string;
	readonly openedAtMs: number;
}

/** What a query compares labels with; the tickets of the sandbox are never done. */
const LABEL = /\blabels\s*=\s*"([^"]*)"/g;
const PROJECT = /\bproject\s*=\s*"([^"]*)"/;

/** More than anybody opens in a day; the oldest make room. */
const MAX_TICKETS = 10_000;

/** The ticket system of the sandbox. */
export class Tickets {
	private readonly tickets: OpenedTicket[] = [];
	private opened = 0;

	/** @param searchLagMs from when a ticket is opened until a search finds it */
	constructor(private readonly searchLagMs: number) {}

	/** Opens a ticket. @returns what the system calls it */
	open(body: unknown, nowMs: number): Pick<Ticket, 'id' | 'key'> {
		const { project, summary, labels } = isJsonObject(body) ? body : {};
		const number = ++this.opened;
		const name = typeof project === 'string' ? project : 'SEC';
		const ticket = {
			id: String(10_000 + number),
			key: `${name}-${number}`,
			fields: { summary: String(summary), labels: isStringArray(labels) ? labels : [] },
			project: name,
			openedAtMs: nowMs,
		};
		if (this.tickets.push(ticket) > MAX_TICKETS) this.tickets.shift();
		return { id: ticket.id, key: ticket.key };
	}

	/** The tickets of the project that a query in JQL names, if any, that have any of the labels in it. */
	search(body: unknown, nowMs: number): readonly Ticket[] {
		const jql = isJsonObject(body) ? String(body.jql) : '';
		const wanted = new Set([...jql.matchAll(LABEL)].map(([, label]) => label));
		const inProject = PROJECT.exec(jql)?.[1];
		return this.tickets
			.filter(({ openedAtMs }) => openedAtMs + this.searchLagMs <= nowMs)
			.filter(({ project }) => inProject === undefined || project === inProject)
			.filter(({ fields }) => fields.labels.some((label) => wanted.has(label)))
			.map(({ id, key, fields }) => ({ id, key, fields }));
	}
}
