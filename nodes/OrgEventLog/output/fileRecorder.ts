import { createHash } from 'node:crypto';
import {
	type ColumnValue,
	type EventFields,
	type TimedEvent,
	toColumnValue,
} from '../events/event';

export type Organization = { id: ColumnValue; name: ColumnValue };

export function organizationOf({ org_id: id, org_name: name }: EventFields): Organization {
	return { id: toColumnValue(id), name: toColumnValue(name) };
}

/** A recorder watches a file being written, and knows what its manifest has to say of it. */
export class FileRecorder {
	events = 0;
	first: TimedEvent | undefined;
	last: TimedEvent | undefined;
	readonly organizations = new Map<string, Organization>();
	readonly readBeganAtMs = Date.now();
	readEndedAtMs = NaN;
	private bytes = 0;
	private readonly hash = createHash('sha256');

	record(event: TimedEvent, organization: Organization): void {
		this.events += 1;
		this.last = event;
		this.first ??= event;
		if (organization.id === null && organization.name === null) return;
		this.organizations.set(JSON.stringify(organization), organization);
	}

	/** Hands the bytes on, and takes them into the hash and the length. */
	async *hashChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		for await (const chunk of chunks) {
			this.hash.update(chunk);
			this.bytes += chunk.length;
			yield chunk;
		}
	}

	/** Gives the hash and the length of the finished file; a hash can be asked for once. */
	finish(): { sha256: string; bytes: number } {
		return { sha256: this.hash.digest('hex'), bytes: this.bytes };
	}
}
