import type { MessageContent } from '../../../sandbox/sink/content';
import { MAX_ROWS, MAX_TEXT_LENGTH, readContent } from '../../../sandbox/sink/content';

function read(path: string, body: unknown): MessageContent {
	return readContent(path, JSON.stringify(body));
}

describe('Slack', () => {
	it('a channel and a text', () => {
		const body = { channel: '#security', text: 'Ada was refused' };
		expect(read('/slack', body)).toEqual({ kind: 'slack', ...body });
	});

	it('what an incoming webhook takes: blocks and attachments', () => {
		const blocks = [
			{ type: 'header', text: { type: 'plain_text', text: 'Refused' } },
			{ type: 'section', fields: [{ text: '*Who*' }, { text: 'Ada' }] },
			{ type: 'divider' },
		];
		const text = 'Refused\n*Who*\nAda\nand so on';
		expect(read('/slack', { blocks, attachments: [{ text: 'and so on' }] })).toEqual({
			...{ kind: 'slack', channel: '', text },
		});
	});
});

it('a ticket', () => {
	const ticket = { project: 'SEC', issueType: 'Task', summary: 'A', description: 'B' };
	const labels = ['event-1', 'device'];
	expect(read('/ticket', { ...ticket, labels })).toEqual({ kind: 'ticket', ...ticket, labels });
	expect(read('/ticket', { summary: 'A' })).toMatchObject({ project: '', labels: [] });
});

describe('a mail', () => {
	it('with text and files', () => {
		const mail = { from: 'a@example.com', to: ['b@example.com', 'c@example.com'], subject: 'S' };
		const attachments = [{ name: 'report.csv', bytes: 1234, sha256: 'ab' }, 'nonsense'];
		expect(read('/mail', { ...mail, text: 'T', attachments })).toEqual({
			kind: 'mail',
			from: 'a@example.com',
			to: 'b@example.com, c@example.com',
			subject: 'S',
			text: 'T',
			attachments: [{ name: 'report.csv', bytes: 1234 }],
		});
	});

	it('with HTML, of which the text is kept', () => {
		const html =
			'<style>p{color:red}</style><p>Hello&nbsp;<b>Ada</b> &amp; all</p>\n<ul><li>1</li><li>&lt;2&gt;</li></ul><script>alert(1)</script>';
		expect(read('/mail', { subject: 'S', html })).toMatchObject({
			text: 'Hello Ada & all\n1\n<2>',
		});
	});
});

describe('rows for a sheet', () => {
	it('as objects', () => {
		const rows = [
			{ id: 1, who: 'Ada' },
			{ id: 2, note: null },
		];
		expect(read('/sheet', { document: 'Log', sheet: 'May', rows })).toEqual({
			kind: 'sheet',
			document: 'Log',
			sheet: 'May',
			columns: ['id', 'who', 'note'],
			rows: [
				['1', 'Ada', ''],
				['2', '', ''],
			],
			moreRows: 0,
		});
	});

	it('as lists, and no more than are read', () => {
		const rows = Array.from({ length: MAX_ROWS + 7 }, (_, index) => [index, 'x']);
		const content = read('/sheet', { rows });
		expect(content).toMatchObject({ columns: [], moreRows: 7 });
		expect(content.kind === 'sheet' && content.rows).toHaveLength(MAX_ROWS);
	});
});

describe('anything else', () => {
	it.each([
		['another path', '/hello', '{"text":"hi"}', '{\n  "text": "hi"\n}'],
		['another shape at a known path', '/ticket', '{"title":"hi"}', '{\n  "title": "hi"\n}'],
		['a list', '/slack', '[1]', '[\n  1\n]'],
		['text', '/slack', 'hi', 'hi'],
		['broken JSON', '/slack', '{"text":', '{"text":'],
		['nothing', '/slack', '', ''],
		[
			"an integer that JavaScript can't hold",
			'/x',
			'{"ns":1712345678000000001}',
			'{"ns":1712345678000000001}',
		],
		['a path that every object has', '/constructor', '{}', '{}'],
	])('%s is shown as it is', (_what, path, sent, text) => {
		expect(readContent(path, sent)).toEqual({ kind: 'plain', text });
	});
});

it('no text is kept beyond what a person reads', () => {
	const long = 'x'.repeat(MAX_TEXT_LENGTH * 2);
	const labels = Array<string>(200).fill(long);
	const rows = [Object.fromEntries(labels.map((text, index) => [`c${index}`, text]))];
	const kept = [
		read('/slack', { channel: long, text: long }),
		read('/ticket', { summary: long, description: long, labels }),
		read('/mail', {
			subject: long,
			html: `<p>${long}`,
			attachments: labels.map((name) => ({ name })),
		}),
		read('/sheet', { rows }),
		read('/x', long),
	];
	for (const content of kept) {
		expect(JSON.stringify(content).length).toBeLessThan(6 * MAX_TEXT_LENGTH);
	}
});

it('HTML that never ends takes no time', () => {
	const startMs = performance.now();
	read('/mail', { html: '<style><'.repeat(200_000) });
	expect(performance.now() - startMs).toBeLessThan(5_000);
});
