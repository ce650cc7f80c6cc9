import { toPlainText } from '../../../../nodes/OrgEventLog/text/sentences';

it.each(['a', 'ß', '🚨'])('text of 1,000 times %s is cut after 80 characters', (letter) => {
	expect(toPlainText(letter.repeat(80))).toBe(letter.repeat(80));
	expect(toPlainText(letter.repeat(81))).toBe(`${letter.repeat(80)}…`);
	expect(toPlainText(letter.repeat(1_000))).toBe(`${letter.repeat(80)}…`);
});
