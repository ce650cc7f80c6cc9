import fc from 'fast-check';
import { readLines } from '../../../../nodes/OrgEventLog/output/everyFieldRows';

async function linesOf(chunks: readonly Buffer[]): Promise<string[]> {
	async function* source() {
		for (const chunk of chunks) yield await Promise.resolve(chunk);
	}
	const lines: string[] = [];
	for await (const some of readLines(source())) lines.push(...some);
	return lines;
}

it('gives the same lines wherever the file is cut, within a character too', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.stringMatching(/^[a-zü漢😀]{1,5}$/u), { minLength: 1, maxLength: 8 }),
			fc.array(fc.nat(60), { maxLength: 6 }),
			fc.boolean(),
			async (lines, cuts, ended) => {
				const bytes = Buffer.from(lines.join('\n') + (ended ? '\n' : ''));
				const edges = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b)];
				const chunks = edges.map((edge, index) => bytes.subarray(edge, edges[index + 1]));

				expect(await linesOf(chunks)).toEqual(lines);
			},
		),
		{ seed: 8 },
	);
});
