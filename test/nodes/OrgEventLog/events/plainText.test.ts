import { plainText } from '../../../../nodes/OrgEventLog/events/plainText';

it.each(['a', 'ß', '🚨'])('text of 1,000 times %s is cut after 80 letters', (letter) => {
	expect(plainText(letter.repeat(80))).toBe(letter.repeat(80));
	expect(plainText(letter.repeat(81))).toBe(`${letter.repeat(80)}…`);
	expect(plainText(letter.repeat(1_000))).toBe(`${letter.repeat(80)}…`);
});
