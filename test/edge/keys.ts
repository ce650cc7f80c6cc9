import type { Clock } from './clock';
import { happeningOf } from './documentedFields';
import { PLAIN_KNOBS } from './knobs';
import { asN8nKeepsThem, execute } from './n8n';
import { StoredCredential } from './n8nRequests';
import type { Machine } from './processes';
import type { ServedEvent } from './servedEvent';
import { Service } from './service';

/**
 * The keys of happenings, which the documentation can't tell: they are learnt from the node itself, each
 * once, and have to be the same from then on, and others for other happenings.
 */
export class Keys {
	private readonly byHappening = new Map<string, string>();
	private readonly byKey = new Map<string, string>();
	private readonly happenings = new WeakMap<ServedEvent, string>();

	constructor(private readonly machine: Machine) {}

	readonly of = (event: ServedEvent): string =>
		this.byHappening.get(this.happening(event)) ?? 'not learnt';

	/** Has to be called with all events before their keys are asked for. */
	async learn(events: readonly ServedEvent[]): Promise<void> {
		const unknown = new Map<string, ServedEvent>();
		for (const event of events) {
			const happening = this.happening(event);
			if (!this.byHappening.has(happening)) unknown.set(happening, event);
		}
		if (unknown.size === 0) return;
		const { clock, processes } = this.machine;
		const shown = [...unknown.values()].map((event, index) => asShown(event, index, clock));
		const [nodes] = processes;
		if (nodes === undefined) throw new Error('No process of n8n is running');
		const entered = {
			returnAll: true,
			columns: ['id', 'dedupeKey'],
			options: { pageSize: 10_000 },
		};
		const { items } = await execute(nodes.action, {
			credential: new StoredCredential(nodes.credential, new Service(PLAIN_KNOBS, clock, shown)),
			parameters: [asN8nKeepsThem(nodes.action, entered)],
			timezone: 'UTC',
			continueOnFail: false,
			keepsFilesInMemory: true,
		});
		const keys = new Map(items.map(({ json }) => [json.id, String(json.dedupeKey)]));
		for (const [index, happening] of [...unknown.keys()].entries()) {
			this.note(happening, keys.get(`happening-${index}`) ?? '');
		}
	}

	private note(happening: string, key: string): void {
		const other = this.byKey.get(key);
		if (key === '' || other !== undefined) {
			throw new Error(`The dedupeKey “${key}” stands for ${happening} and for ${other}`);
		}
		this.byHappening.set(happening, key);
		this.byKey.set(key, happening);
	}

	private happening(event: ServedEvent): string {
		const known = this.happenings.get(event);
		if (known !== undefined) return known;
		const happening = happeningOf(event.fields);
		this.happenings.set(event, happening);
		return happening;
	}
}

function asShown(event: ServedEvent, index: number, { trueMs }: Clock): ServedEvent {
	const id = `happening-${index}`;
	const createdAtMs = trueMs - 1000 - index;
	const fields = { ...event.fields, id };
	return { ...event, id, fields, createdAtMs, visibleAtMs: 0, saysForTime: undefined };
}
