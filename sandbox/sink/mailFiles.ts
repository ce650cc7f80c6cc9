import { createHash } from 'node:crypto';

/** A file as it came with a mail. */
interface Attachment {
	readonly name: string;
	readonly bytes: number;
	/** In hexadecimal digits. */
	readonly sha256: string;
	/** What a JSON file says. */
	readonly json?: unknown;
}

function parseJson(bytes: Buffer): unknown {
	return JSON.parse(bytes.toString());
}

async function describe(file: File): Promise<Attachment> {
	const bytes = Buffer.from(await file.arrayBuffer());
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	const described = { name: file.name, bytes: bytes.length, sha256 };
	return file.name.endsWith('.json') ? { ...described, json: parseJson(bytes) } : described;
}

/**
 * A mail that came with its files as a form: the form's texts by their names, and `attachments`, which
 * says of each file what it is. @throws TypeError where it is no form
 */
export async function readMailForm(
	contentType: string,
	body: Buffer,
): Promise<Readonly<Record<string, unknown>>> {
	const headers = { 'content-type': contentType };
	const form = await new Response(new Uint8Array(body), { headers }).formData();
	const texts: Record<string, string> = {};
	const attachments: Attachment[] = [];
	for (const [name, value] of form) {
		if (typeof value === 'string') texts[name] = value;
		else attachments.push(await describe(value));
	}
	return { ...texts, attachments };
}
