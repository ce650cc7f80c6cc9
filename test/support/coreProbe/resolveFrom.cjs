// Has everything that asks for n8n's libraries get those of another release: of the folder that
// N8N_CORE_TREE names. What that folder's own packages ask for is left alone.
const Module = require('node:module');
const { sep } = require('node:path');

const tree = process.env.N8N_CORE_TREE;
const OF_N8N = /^(?:n8n-core|n8n-workflow|@n8n\/[\w-]+|reflect-metadata)(?:\/|$)/;
const resolveFilename = Module._resolveFilename;

Module._resolveFilename = function (request, parent, isMain, options) {
	const isInside = parent?.filename?.startsWith(tree + sep) === true;
	const from = isInside || !OF_N8N.test(request) ? options : { ...options, paths: [tree] };
	return resolveFilename.call(this, request, parent, isMain, from);
};
