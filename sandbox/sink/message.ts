import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { MessageContent } from './content';
import { bounded, readContent } from './content';

/** The workflow that sent something, as it says itself or as n8n knows. */
export interface Sender {
	readonly workflowId: string;
	readonly workflowName: string;
	/** Not known where several executions of the workflow ran at that moment. */
	readonly executionId?: string;
}

/** Something that a workflow sent, such as a ticket or a file. */
export interface Message {
	/** From 1 on, in the order of arrival. */
	readonly number: number;
	readonly path: string;
	readonly contentType: string;
	readonly bytes: number;
	/** The beginning of the body, on one line. */
	readonly excerpt: string;
	readonly receivedAtMs: number;
	readonly content: MessageContent;
	/** `undefined`: nobody knows. */
	readonly sender?: Sender;
}

/** What came over the wire. */
export interface ReceivedMessage {
	/** With the query. */
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
}

const EXCERPT_LENGTH = 120;
/** Nobody reads more than this on a page; what is longer isn't parsed either. */
const MAX_READ_BYTES = 1024 * 1024;
const ID = /^[\w-]{1,64}$/;

function excerptOf(body: Buffer): string {
	const text = body.toString('utf8', 0, EXCERPT_LENGTH * 4).replace(/\s+/g, ' ');
	return bounded(text, EXCERPT_LENGTH);
}

/** Empty where the body is no text. */
function textOf(body: Buffer): string {
	if (!isUtf8(body) || body.includes(0)) return '';
	return body.toString('utf8', 0, MAX_READ_BYTES);
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
	const value = headers[name];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The sender as the headers of a message name it. */
export function senderOf(headers: IncomingHttpHeaders): Sender | undefined {
	const workflowId = headerOf(headers, 'x-workflow-id');
	if (workflowId === undefined || !ID.test(workflowId)) return undefined;
	const executionId = headerOf(headers, 'x-execution-id');
	return {
		workflowId,
		workflowName: headerOf(headers, 'x-workflow-name') ?? workflowId,
		...(executionId !== undefined && ID.test(executionId) ? { executionId } : {}),
	};
}

/** An address without its query. */
export function pathOf(url: string): string {
	const [path = ''] = url.split('?');
	return path;
}

/** The message in what came, of which no more is kept than a person reads. */
export function parseMessage(
	{ url, headers, body }: ReceivedMessage,
	sender: Sender | undefined,
): Omit<Message, 'number'> {
	return {
		path: url,
		contentType: headers['content-type'] ?? '',
		bytes: body.length,
		excerpt: excerptOf(body),
		receivedAtMs: Date.now(),
		content: readContent(pathOf(url), textOf(body)),
		...(sender === undefined ? {} : { sender }),
	};
}
