/** RFC 4180, read by somebody else's rules: a small state machine. */
export function parseCsv(text: string): string[][] {
	const records: string[][] = [];
	let record: string[] = [];
	let cell = '';
	let quoted = false;
	for (let at = 0; at < text.length; at++) {
		const char = text.charAt(at);
		if (quoted) {
			if (char !== '"') cell += char;
			else if (text.charAt(at + 1) === '"') cell += text.charAt(++at);
			else quoted = false;
		} else if (char === '"') {
			quoted = true;
		} else if (char === ',') {
			record.push(cell);
			cell = '';
		} else if (char === '\r' && text.charAt(at + 1) === '\n') {
			records.push([...record, cell]);
			record = [];
			cell = '';
			at++;
		} else cell += char;
	}
	if (cell !== '' || record.length > 0) throw new Error(`A record without an end: ${cell}`);
	return records;
}
