import { runCommand } from '../command/command';
import { runQueueDemonstration } from './demonstration';
import { USAGE, parseOptions } from './options';
import { proveQueueMode } from './proof';

/** The whole of `npm run sandbox:queue`. */
export async function main(args: readonly string[]): Promise<void> {
	await runCommand(
		{
			usage: USAGE,
			parse: parseOptions,
			execute: async (options, run) =>
				options.once
					? await proveQueueMode(options, run)
					: await runQueueDemonstration(options, run),
		},
		args,
	);
}
