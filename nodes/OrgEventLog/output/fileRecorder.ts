import { createHash } from 'node:crypto';
import {
	type EventFields,
	type TimedEvent,
	type ColumnValue,
	toColumnValue,
} from '../events/event';

export type Organization = { id: ColumnValue; name: ColumnValue };

export function organizationOf({ org_id: id, org_name: name }: EventFields): Organization {
	return { id: toColumnValue(id), name: toColumnValue(name) };
}

/** A recorder watches a file being written, and knows what its manifest has to say of it. */
export class FileRecorder {
	private events = 0;
	private first: TimedEvent | undefined;
	private last: TimedEvent | undefined;
	private readonly organizations = new Map<string, Organization>();
	private readonly readBeganAtMs = Date.now();
	private bytes = 0;
	private readonly hash = createHash('sha256');

	record(event: TimedEvent, organization: Organization): void {
		this.events += 1;
		this.last = event;
		this.first ??= event;
		if (organization.id === null && organization.name === null) return;
		this.organizations.set(
			`${String(organization.id)}\n${String(organization.name)}`,
			organization,
		);
	}

	/** Hands the bytes on, and takes them into the hash and the length. */
	async *hashChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		for await (const chunk of chunks) {
			this.hash.update(chunk);
			this.bytes += chunk.length;
			yield chunk;
		}
	}

	/** Says what is in the file, once all events have been read. */
	toContents() {
		const { events, first, last, readBeganAtMs } = this;
		const organizations = [...this.organizations.values()];
		return { events, first, last, organizations, readBeganAtMs, readEndedAtMs: Date.now() };
	}

	/** Gives the hash and the length of the finished file; a hash can be asked for once. */
	finish(): { sha256: string; bytes: number } {
		return { sha256: this.hash.digest('hex'), bytes: this.bytes };
	}
}
