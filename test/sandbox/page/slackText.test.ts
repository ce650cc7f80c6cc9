import { slackParts } from '../../../sandbox/page/client/slackText';

it.each([
	['nothing but text', 'Ada was refused', [['text', 'Ada was refused']]],
	[
		'bold',
		'*WARN* Ada',
		[
			['bold', 'WARN'],
			['text', ' Ada'],
		],
	],
	[
		'italic',
		'by _Ada_',
		[
			['text', 'by '],
			['italic', 'Ada'],
		],
	],
	['code', '`deny`', [['code', 'deny']]],
	['what Slack has escaped', '1 &lt; 2 &amp;amp; 3', [['text', '1 < 2 &amp; 3']]],
	['no bold within words, or over lines', '2*3*4 *a\nb*', [['text', '2*3*4 *a\nb*']]],
	['no italic within names', 'user_email_x', [['text', 'user_email_x']]],
	['HTML, which is text', '<b onclick="x">hi</b>', [['text', '<b onclick="x">hi</b>']]],
	[
		'an address that is none',
		'<javascript:alert(1)|here>',
		[['text', '<javascript:alert(1)|here>']],
	],
])('%s', (_what, text, parts) => {
	expect(slackParts(text).map((part) => [part.kind, part.text])).toEqual(parts);
});

it('a link, with and without a label', () => {
	expect(slackParts('<https://example.com/a?b=1&amp;c=2|Open> <http://127.0.0.1:5678/>')).toEqual([
		{ kind: 'link', text: 'Open', url: 'https://example.com/a?b=1&c=2' },
		{ kind: 'text', text: ' ' },
		{ kind: 'link', text: 'http://127.0.0.1:5678/', url: 'http://127.0.0.1:5678/' },
	]);
});

it('an address within text, as Slack shows it: without what ends the sentence', () => {
	expect(slackParts('See https://example.com/a?b=1&amp;c=2. Or (http://127.0.0.1:5678/x)')).toEqual(
		[
			{ kind: 'text', text: 'See ' },
			{ kind: 'link', text: 'https://example.com/a?b=1&c=2', url: 'https://example.com/a?b=1&c=2' },
			{ kind: 'text', text: '. Or (' },
			{ kind: 'link', text: 'http://127.0.0.1:5678/x', url: 'http://127.0.0.1:5678/x' },
			{ kind: 'text', text: ')' },
		],
	);
});
