import { withCredentials } from '../../../sandbox/n8n/credentials';
import { withStandIns } from '../../../sandbox/n8n/standIns';
import { readExamples } from '../../../sandbox/n8n/workflowFiles';

const SINK = 'http://127.0.0.1:4711';

describe('the examples in the sandbox', () => {
	const prepared = readExamples().map((workflow) => withStandIns(withCredentials(workflow), SINK));
	const nodes = prepared.flatMap((workflow) => workflow.nodes);

	it('talk to nobody but the sink', () => {
		const outside = /\.(?:slack|jira|googleSheets|emailSend)$/;
		expect(nodes.filter(({ type }) => outside.test(type))).toEqual([]);
		const urls = nodes.map(({ parameters: { url } }) => url).filter((url) => url !== undefined);
		const isToSink = (url: unknown) => typeof url === 'string' && url.startsWith(`${SINK}/`);
		expect(urls.length).toBeGreaterThan(0);
		expect(urls.filter((url) => !isToSink(url))).toEqual([]);
	});

	it('have a credential wherever one is needed', () => {
		const needing = /^n8n-nodes-org-event-log\.|\.lmChatOpenAi$|\.awsS3$/;
		const without = nodes.filter(({ type, credentials }) => needing.test(type) && !credentials);
		expect(without).toEqual([]);
	});
});
