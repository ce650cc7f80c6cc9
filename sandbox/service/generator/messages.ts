/** Endings that try what reads them: separators, quotes, line ends, other scripts. */
const ENDINGS = [
	', after 3 attempts, from "Büro 7"',
	'\nPolicy: remote access\r\nRule:\t7',
	' – 接続済み ✅ عربى',
	' \\ "quoted, with a comma"',
];

/** Beginnings that a spreadsheet would take for a formula. */
const FORMULAS = ['=HYPERLINK("https://example.com")', '+1 404 555', '-1 attempts', '@SUM(1+1)'];

const ODD_SHARE = 0.06;

/** The text with what may go wrong with it now and then; `oddity` is a share in [0, 1). */
export function oddMessage(text: string, oddity: number): string {
	if (oddity >= ODD_SHARE) return text;
	const variants = [...ENDINGS.map((end) => text + end), ...FORMULAS.map((f) => `${f} ${text}`)];
	return variants[Math.floor((oddity / ODD_SHARE) * variants.length)] ?? text;
}
