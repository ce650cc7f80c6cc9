import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import { SEED } from '../externalSystems/externalSystems';
import { Happenings } from '../service';
import type { RequestObserver } from '../service';
import type { SinkListener } from '../sink/sink';
import type { N8nState } from './client/pageState';
import { showLog } from './liveLog';
import { PageModel } from './model';
import { servePage } from './page';
import { Switches, renewalObserver } from './switches';
import { Visits } from './visits';

/** The page of the sandbox: it is told what goes on, shows that, and makes things happen. */
export class SandboxPage {
	private readonly model = new PageModel();

	/** To be told of the service's requests. */
	readonly observers: readonly RequestObserver[] = [
		new Visits(this.model).observer,
		renewalObserver(this.model),
	];

	/** To be told of what workflows send. */
	readonly sinkListener: SinkListener = {
		onDelivery: ({ eventIds }) => this.model.change({ delivered: eventIds }),
		onMessage: (message) => this.model.change({ message, received: message.number }),
	};

	/** Serves the page until the run ends. Gives its address. */
	async serve(
		{ service, sink }: ExternalSystems,
		port: number,
		{ teardown }: CommandRun,
	): Promise<string> {
		const happenings = new Happenings(service.log, { seed: SEED });
		const switches = new Switches(service, this.model);
		this.model.change({ serviceUrl: service.baseUrl, sinkUrl: sink.baseUrl });
		teardown.add(showLog(service.log, this.model));
		const page = await servePage({
			model: this.model,
			machinery: { happenings, switches },
			port,
		});
		teardown.add(() => page.close());
		return page.url;
	}

	showN8n(n8n: N8nState): void {
		this.model.change({ n8n });
	}
}
