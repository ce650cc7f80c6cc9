import { runCommand } from '../command/command';
import { runDemonstration } from './demonstration';
import { runOnce } from './once';
import { USAGE, parseOptions } from './options';

/** The whole of `npm start`. */
export async function main(args: readonly string[]): Promise<void> {
	await runCommand(
		{
			usage: USAGE,
			parse: parseOptions,
			execute: async (options, run) =>
				options.once ? await runOnce(run) : await runDemonstration(options, run),
		},
		args,
	);
}
