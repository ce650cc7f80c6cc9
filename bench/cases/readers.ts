import type { Contestant } from './race';

export const BARE_LOOP = 'bare loop';
export const HTTP_REQUEST = 'HTTP Request';
export const NODE = 'this node';
export const NODE_SIMPLIFIED = 'this node, simplified';

/** All who read a whole log. Only the last one makes more of an event than what was sent. */
export const READERS: readonly Contestant[] = [
	{ name: BARE_LOOP, job: 'bareLoop', settings: {} },
	{ name: HTTP_REQUEST, job: 'httpRequestNode', settings: {} },
	{ name: NODE, job: 'eventLogNode', settings: { simplify: false } },
	{ name: NODE_SIMPLIFIED, job: 'eventLogNode', settings: { simplify: true } },
];

export const WARM_UP_EVENTS = 20_000;
