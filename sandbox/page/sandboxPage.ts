import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import { SEED } from '../externalSystems/externalSystems';
import type { EditorApi } from '../n8n/editorApi';
import { openEditorApi } from '../n8n/editorApi';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../n8n/owner';
import { SenderSearch } from '../n8n/senders';
import type { N8nSettings } from '../n8n/settings';
import { editorUrl } from '../n8n/settings';
import { Happenings } from '../service';
import type { RequestObserver } from '../service';
import type { Delivery } from '../sink/delivery';
import type { Message } from '../sink/message';
import { showLog } from './liveLog';
import { PageModel } from './model';
import { servePage } from './page';
import { Presses } from './presses';
import { Switches, renewalObserver } from './switches';
import { Visits } from './visits';

/** The page of the sandbox: it is told what goes on, shows that, and makes things happen. */
export class SandboxPage {
	private readonly model = new PageModel();
	private readonly senders = new SenderSearch();
	private readonly presses = new Presses();

	/** To be told of the service's requests. */
	readonly observers: readonly RequestObserver[] = [
		new Visits(this.model).observer,
		renewalObserver(this.model),
	];

	/** To be told of what workflows send. */
	readonly sinkListener = {
		onDelivery: ({ eventIds }: Delivery) => this.model.change({ delivered: eventIds }),
		onMessage: (message: Message) => this.showMessage(message),
	};

	/** To be asked by the sink who sends what doesn't say so itself. */
	readonly findSender = () => this.senders.find();

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
			machinery: {
				happen: (happening) =>
					this.model.change({ pressed: this.presses.add(happenings.add(happening)) }),
				switches,
			},
			port,
		});
		teardown.add(() => page.close());
		return page.url;
	}

	/** From now on n8n is asked who sends to the sink. Gives its API. @throws Error when n8n refuses */
	async meetN8n(settings: N8nSettings, { sink }: ExternalSystems): Promise<EditorApi> {
		const api = await openEditorApi(settings);
		this.senders.begin(api, new URL(sink.baseUrl).port);
		return api;
	}

	private showMessage(message: Message): void {
		const delivered = this.presses.idsIn(message);
		this.model.change({
			message: { ...message, isOfPress: delivered.length > 0 },
			received: message.number,
			delivered,
		});
	}

	/** Shows where n8n is, and the way in. */
	showN8n(settings: N8nSettings): void {
		this.model.change({
			n8n: {
				status: 'ready',
				editorUrl: editorUrl(settings),
				email: OWNER_EMAIL,
				password: OWNER_PASSWORD,
			},
		});
	}
}
