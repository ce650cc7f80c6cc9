import { isJsonObject } from '../jsonGuards';
import { jsonOf } from './content';

/** How much the systems behind the sink take of workflows. */
export interface ReceiverLimits {
	/** Messages that Slack takes at once; after them it takes one a second. */
	readonly slackBurst: number;
	/** Characters of a Slack message. */
	readonly slackCharacters: number;
	/** Bytes of a message to Teams. */
	readonly teamsBytes: number;
	/** Projects of Jira whose create screen lacks the field Labels. */
	readonly projectsWithoutLabels: readonly string[];
	/** From when a ticket is opened until a search finds it. */
	readonly searchLagMs: number;
}

/** As the real systems have them. Slack cuts a text off at 40,000 characters, and asks for no more than 4,000. */
export const REAL_LIMITS: ReceiverLimits = {
	slackBurst: 50,
	slackCharacters: 40_000,
	teamsBytes: 28 * 1024,
	projectsWithoutLabels: [],
	searchLagMs: 10_000,
};

/** How a message is turned away. */
export interface Refusal {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: object;
}

const SECOND_MS = 1_000;

function refuse(status: number, body: object, headers: Refusal['headers'] = {}): Refusal {
	return { status, headers, body };
}

/** Turns messages away as the systems do that they are meant for. */
export class Receivers {
	private slackTokens: number;
	private slackAtMs = 0;

	constructor(private readonly limits: ReceiverLimits) {
		this.slackTokens = limits.slackBurst;
	}

	/** Why a message that arrives at a path is turned away; `undefined` for one that is taken. */
	refusalOf(path: string, body: Buffer, nowMs: number): Refusal | undefined {
		if (path === '/slack') return this.refusalOfSlack(body, nowMs);
		if (path === '/teams') return this.refusalOfTeams(body);
		return path === '/ticket' ? this.refusalOfJira(jsonOf(body.toString('utf8'))) : undefined;
	}

	private refusalOfSlack(body: Buffer, nowMs: number): Refusal | undefined {
		const { slackBurst, slackCharacters } = this.limits;
		const refilled = this.slackTokens + (nowMs - this.slackAtMs) / SECOND_MS;
		this.slackTokens = Math.min(slackBurst, refilled);
		this.slackAtMs = nowMs;
		if (this.slackTokens < 1) {
			return refuse(429, { ok: false, error: 'ratelimited' }, { 'retry-after': '1' });
		}
		this.slackTokens -= 1;
		const message = jsonOf(body.toString('utf8'));
		const text = isJsonObject(message) ? String(message.text) : '';
		if (text.length <= slackCharacters) return undefined;
		return refuse(400, { ok: false, error: 'msg_too_long' });
	}

	private refusalOfTeams(body: Buffer): Refusal | undefined {
		if (body.length <= this.limits.teamsBytes) return undefined;
		return refuse(413, { error: { code: 'RequestEntityTooLarge' } });
	}

	private refusalOfJira(ticket: unknown): Refusal | undefined {
		const { project, labels } = isJsonObject(ticket) ? ticket : {};
		const lacksLabels = this.limits.projectsWithoutLabels.includes(String(project));
		if (!lacksLabels || labels === undefined) return undefined;
		const why = "Field 'labels' cannot be set. It is not on the appropriate screen, or unknown.";
		return refuse(400, { errorMessages: [], errors: { labels: why } });
	}
}
