import { readContent } from '../../../sandbox/sink/content';

it('a mail in HTML is shown as lines: a paragraph, what ends with a break, and a row of a table', () => {
	const html = `<p><b>Events:</b> 2<br>
<b>Log:</b> A&#38;B</p>
<table border="1"><tr><th>Day</th><th>Refusals</th></tr><tr><td>2026-03-02</td><td align="right">2</td></tr></table>`;

	expect(readContent('/mail', JSON.stringify({ subject: 'Report', html }))).toMatchObject({
		text: 'Events: 2\nLog: A&B\nDay   Refusals\n2026-03-02   2\n',
	});
});
