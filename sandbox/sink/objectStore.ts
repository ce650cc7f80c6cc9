import type { FastifyInstance, FastifyReply } from 'fastify';

/** How n8n's node calls what it is doing, where a file comes in parts. */
interface Query {
	readonly location?: string;
	readonly prefix?: string;
	readonly uploads?: string;
	readonly partNumber?: string;
	readonly uploadId?: string;
}

const XMLNS = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
const REGION = 'us-east-1';

function sendXml(reply: FastifyReply, root: string, content: string): FastifyReply {
	const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${XMLNS}>${content}</${root}>`;
	return reply.type('application/xml').send(text);
}

function element(name: string, content: string | number): string {
	return `<${name}>${content}</${name}>`;
}

/**
 * Adds a bucket store that speaks as much of Amazon's S3 as n8n's AWS S3 node needs, under `/s3/<bucket>/<key>`: it keeps
 * whatever it is given in memory, whoever signed it.
 */
export function addObjectStore(app: FastifyInstance): void {
	const objects = new Map<string, Buffer>();
	const parts = new Map<string, Buffer[]>();

	app.get<{ Params: { bucket: string }; Querystring: Query }>(
		'/s3/:bucket',
		({ params: { bucket }, query: { location, prefix = '' } }, reply) => {
			if (location !== undefined) return sendXml(reply, 'LocationConstraint', REGION);
			const root = `${bucket}/`;
			const listed = [...objects]
				.filter(([name]) => name.startsWith(root + prefix))
				.map(([name, bytes]) =>
					element(
						'Contents',
						element('Key', name.slice(root.length)) + element('Size', bytes.length),
					),
				);
			return sendXml(reply, 'ListBucketResult', element('IsTruncated', 'false') + listed.join(''));
		},
	);

	app.route<{ Params: { '*': string }; Querystring: Query; Body: Buffer | undefined }>({
		method: ['GET', 'PUT', 'POST', 'DELETE'],
		url: '/s3/*',
		handler: ({ method, params: { '*': name }, query, body = Buffer.alloc(0) }, reply) => {
			const { uploads, uploadId, partNumber } = query;
			if (method === 'DELETE') {
				objects.delete(name);
				return reply.code(204).send();
			}
			if (uploads !== undefined) {
				parts.set(name, []);
				return sendXml(reply, 'InitiateMultipartUploadResult', element('UploadId', 'only'));
			}
			const uploaded = parts.get(name) ?? [];
			if (method === 'PUT' && uploadId !== undefined) uploaded[Number(partNumber) - 1] = body;
			else if (method === 'PUT') objects.set(name, body);
			else if (method === 'POST') {
				objects.set(name, Buffer.concat(uploaded));
				return sendXml(reply, 'CompleteMultipartUploadResult', element('Key', name));
			} else if (uploadId !== undefined) {
				const listed = uploaded.map((_part, index) =>
					element('Part', element('PartNumber', index + 1) + element('ETag', `part-${index + 1}`)),
				);
				return sendXml(reply, 'ListPartsResult', listed.join(''));
			} else {
				const bytes = objects.get(name);
				if (bytes !== undefined) return reply.type('application/octet-stream').send(bytes);
				return reply.code(404).send();
			}
			return reply.send();
		},
	});
}
