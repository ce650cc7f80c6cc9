import type { CommandRun } from '../../../sandbox/command/command';
import { Teardown } from '../../../sandbox/command/teardown';
import type { ExternalSystems } from '../../../sandbox/externalSystems/externalSystems';
import { startExternalSystems } from '../../../sandbox/externalSystems/externalSystems';
import type { ButtonName } from '../../../sandbox/page/client/pageState';
import { SandboxPage } from '../../../sandbox/page/sandboxPage';

/** A page with a small log behind it, and what it shows. */
export interface OpenedPage {
	readonly page: SandboxPage;
	readonly url: string;
	readonly systems: ExternalSystems;
	/** Presses a button as the page itself does. Gives the status of the answer. */
	press(name: ButtonName): Promise<number>;
	/** As when the sandbox ends. */
	close(): Promise<void>;
}

const EVENTS = 30;

/** Opens pages for the tests of a file and closes them after each. */
export function pagesForTests(): () => Promise<OpenedPage> {
	const teardowns: Teardown[] = [];
	afterEach(async () => {
		for (const teardown of teardowns.splice(0)) await teardown.run();
	});
	return async () => {
		const teardown = new Teardown();
		teardowns.push(teardown);
		const run: CommandRun = { signal: new AbortController().signal, teardown };
		const page = new SandboxPage();
		const systems = await startExternalSystems(
			{
				events: EVENTS,
				startMs: Date.now() - 3_600_000,
				observers: page.observers,
				sink: { listener: page.sinkListener },
			},
			run,
		);
		const url = await page.serve(systems, 0, run);
		const press = async (name: ButtonName) =>
			(await fetch(`${url}/buttons/${name}`, { method: 'POST', headers: { origin: url } })).status;
		return { page, url, systems, press, close: () => teardown.run() };
	};
}
