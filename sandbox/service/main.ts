import { Additions } from './control/additions';
import { USAGE, readCommandLine } from './control/commandLine';
import { addControlRoutes } from './control/controlRoutes';
import { seededLog } from './seededLog';
import { startEventLogService } from './service';

const REMEMBERED_REQUESTS = 1000;

/** Runs the service until SIGTERM or SIGINT. */
async function run(args: readonly string[]): Promise<void> {
	const { port, behaviour, log: logOptions, keepTexts, stream } = readCommandLine(args, Date.now());
	const log = seededLog(logOptions);
	if (keepTexts) log.keepTexts();
	const additions = new Additions(log, Date.now);
	const service = await startEventLogService({
		log,
		behaviour,
		port,
		rememberedRequests: REMEMBERED_REQUESTS,
		extend: (app, running) => addControlRoutes(app, running, additions),
	});
	if (stream) additions.startStream(stream);
	const stop = () => {
		additions.stopStream();
		void service.close();
	};
	process.once('SIGTERM', stop).once('SIGINT', stop);
	console.log(JSON.stringify({ baseUrl: service.baseUrl, events: log.size }));
}

run(process.argv.slice(2)).catch((error: unknown) => {
	const reason = error instanceof Error ? error.message : String(error);
	console.error(`${reason}\n\n${USAGE}`);
	process.exitCode = 1;
});
