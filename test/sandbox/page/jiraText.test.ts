import { jiraText } from '../../../sandbox/page/client/jiraText';

it.each([
	['a block of text as it is', '{noformat}\nA *b*\n\n[c]\n{noformat}', 'A *b*\n\n[c]'],
	['no block', 'A *b*', 'A *b*'],
	['a block within text', 'Before\n{noformat}\nA\n{noformat}\nafter', 'Before\nA\nafter'],
	['what only begins like one', '{ noformat} {noformat', '{ noformat} {noformat'],
])('%s', (_what, text, shown) => {
	expect(jiraText(text)).toBe(shown);
});
