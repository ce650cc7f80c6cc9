import { BYTE_ORDER_MARK } from '../output/csv';
import { fileNameOf } from '../output/fileName';
import { ManifestWriter } from '../output/manifest';
import type { FileChoice } from '../parameters/parseOutput';
import { linesOf, withLines } from './eventLines';
import type { EventOutput, OutputPlan } from './eventOutput';
import { createContents, mimeTypeOf } from './fileContents';

/** The property of the item that the file is in. */
export const FILE_PROPERTY = 'data';

/** So that a file takes no more memory the larger the log is. */
const PAGES_AHEAD_OF_A_FILE = 8;

/** One item with a file that is written as the events come, and its manifest beside it. */
export function createFileOutput(choice: FileChoice, plan: OutputPlan): EventOutput {
	const contents = createContents(choice, plan.documentedPaths);
	return {
		needsText: contents.needsText,
		maxPagesAhead: PAGES_AHEAD_OF_A_FILE,
		lighten: (fetchPage) => withLines(fetchPage, contents.toLine),
		async write(events, files) {
			const writer = new ManifestWriter();
			const bytes = contents.write(linesOf(writer.counting(events)), files);
			const chunks = writer.hashing(withMark(bytes, choice));
			const fileName = fileNameOf(plan.range, choice.format);
			const file = await files.save(chunks, fileName, mimeTypeOf(choice));
			const json = writer.manifest(plan, Date.now());
			return { items: [{ json, binary: { [FILE_PROPERTY]: file } }] };
		},
	};
}

async function* withMark(
	bytes: AsyncIterable<Buffer>,
	{ format, withByteOrderMark }: FileChoice,
): AsyncGenerator<Buffer> {
	if (format === 'csv' && withByteOrderMark) yield Buffer.from(BYTE_ORDER_MARK);
	yield* bytes;
}
