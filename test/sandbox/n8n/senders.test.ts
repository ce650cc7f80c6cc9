import type { EditorApi } from '../../../sandbox/n8n/editorApi';
import { SenderSearch } from '../../../sandbox/n8n/senders';

interface Running {
	readonly id: string;
	readonly workflowId: string;
	readonly url: string;
}

/** n8n as it answers while these executions are running. */
function n8nRunning(executions: readonly Running[], asked: string[] = []): EditorApi {
	const refuse = () => Promise.reject(new Error('Not asked for'));
	return {
		post: refuse,
		patch: refuse,
		download: refuse,
		get: (path) => {
			asked.push(path);
			const found = executions.find(({ id }) => path === `executions/${id}`);
			if (found) {
				const nodes = [{ parameters: { url: found.url } }];
				return Promise.resolve({ workflowData: { nodes } });
			}
			const results = executions.map(({ id, workflowId }) => ({
				...{ id, workflowId, workflowName: `Name of ${workflowId}` },
			}));
			return Promise.resolve({ results });
		},
	};
}

const HERE = 'http://127.0.0.1:5682/hello';
const ELSEWHERE = 'http://127.0.0.1:56820/hello';

function searchIn(api: EditorApi): SenderSearch {
	const search = new SenderSearch();
	search.begin(api, '5682');
	return search;
}

async function find(executions: readonly Running[]) {
	return await searchIn(n8nRunning(executions)).find();
}

it('is the one that runs and names the address', async () => {
	const found = await find([
		{ id: '7', workflowId: 'a', url: ELSEWHERE },
		{ id: '8', workflowId: 'b', url: HERE },
	]);
	expect(found).toEqual({ workflowId: 'b', workflowName: 'Name of b', executionId: '8' });
});

it('by either name of this machine', async () => {
	const found = await find([
		{ id: '8', workflowId: 'b', url: HERE.replace('127.0.0.1', 'localhost') },
	]);
	expect(found?.workflowId).toBe('b');
});

it('of several runs of one workflow, the workflow', async () => {
	const found = await find(['7', '8'].map((id) => ({ id, workflowId: 'b', url: HERE })));
	expect(found).toEqual({ workflowId: 'b', workflowName: 'Name of b' });
});

it.each([
	['nothing runs', []],
	['none that runs names the address', [{ id: '7', workflowId: 'a', url: ELSEWHERE }]],
	[
		'two workflows may be it',
		[
			{ id: '7', workflowId: 'a', url: HERE },
			{ id: '8', workflowId: 'b', url: HERE },
		],
	],
])('is unknown when %s', async (_when, executions) => {
	expect(await find(executions)).toBeUndefined();
});

it('is unknown while there is no n8n', async () => {
	expect(await new SenderSearch().find()).toBeUndefined();
});

it("is unknown when n8n doesn't answer, and the next is looked for all the same", async () => {
	const api = n8nRunning([]);
	const search = searchIn({ ...api, get: () => Promise.reject(new Error('gone')) });
	for (let index = 0; index < 10; index++) expect(await search.find()).toBeUndefined();
});

it('many at once take two searches: one, and one for those that came meanwhile', async () => {
	const asked: string[] = [];
	const search = searchIn(n8nRunning([{ id: '8', workflowId: 'b', url: HERE }], asked));
	const found = await Promise.all(Array.from({ length: 20 }, () => search.find()));
	expect(new Set(found.map((sender) => sender?.workflowId))).toEqual(new Set(['b']));
	const list = asked.filter((path) => path.startsWith('executions?'));
	expect(list).toHaveLength(2);
});

it('what came during a search is not judged by what that has seen', async () => {
	const executions: Running[] = [];
	const search = searchIn(n8nRunning(executions));
	const first = search.find();
	executions.push({ id: '8', workflowId: 'b', url: HERE });
	const second = search.find();
	expect(await first).toBeUndefined();
	expect((await second)?.executionId).toBe('8');
});
