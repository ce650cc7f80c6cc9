import { isJsonObject } from '../../jsonGuards';
import { withNodes, withParameters } from '../../n8n/workflowFiles';
import { startOfDay } from '../../run/yesterday';
import type { ExampleCase } from './scene';
import { TIMEZONE } from './localTime';
import { eventOf, refusal } from './people';

const WORKFLOW = 'orgEventLogAgent';
/** As the example's file has it. */
const WEBHOOK = 'b6a1c1de-3f0e-4d0a-9a55-7a1f2c3d4e08';
const HOUR_MS = 3_600_000;

const yesterdayAt = (nowMs: number, hour: number) =>
	startOfDay(nowMs, TIMEZONE, 1) + hour * HOUR_MS;

/** The model decides, the tool is called with what it decided, and what it returned is the answer. */
export const agentTool: ExampleCase = {
	workflowId: WORKFLOW,
	isPublished: true,
	events: (nowMs) => [
		eventOf('ada', yesterdayAt(nowMs, 2), { id: 'ada-1' }),
		eventOf('grace', yesterdayAt(nowMs, 3), { id: 'grace-1' }),
		refusal('ada', yesterdayAt(nowMs, 4), { id: 'ada-2' }),
		eventOf('ada', yesterdayAt(nowMs, -1), { id: 'ada-0' }),
	],
	// As a page of one's own embeds the chat, which a test can be.
	prepare: (workflow) =>
		withNodes(workflow, (node) =>
			node.name === 'Question' ? withParameters(node, { public: true, mode: 'webhook' }) : node,
		),
	async play({ nowMs, editorUrl, runByHand, compare }) {
		compare('one click', await runByHand(), []);
		const response = await fetch(`${editorUrl}/webhook/${WEBHOOK}/chat`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				sessionId: 'test',
				action: 'sendMessage',
				chatInput: "What happened to ada@example.com's device yesterday?",
			}),
		});
		const answer: unknown = await response.json();
		const output = isJsonObject(answer) ? answer.output : answer;
		const at = (hour: number) => new Date(yesterdayAt(nowMs, hour)).toISOString();
		compare(
			'asked',
			output,
			`The tool returned:
[{"summary":"ada@example.com was refused sign-in from Ada's laptop: unknown devices not allowed","createdAt":"${at(4)}","severity":"WARN","userEmail":"ada@example.com","service":null,"action":"Deny","type":"Identity","subType":"UserPrincipal","result":"WARN","deviceName":"Ada's laptop","ipAddress":null,"id":"ada-2"},{"summary":"ada@example.com signed in from Ada's laptop: Authorization Code Generated","createdAt":"${at(2)}","severity":"INFO","userEmail":"ada@example.com","service":null,"action":"Grant","type":"Identity","subType":"UserPrincipal","result":"INFO","deviceName":"Ada's laptop","ipAddress":null,"id":"ada-1"}]`,
		);
	},
};
