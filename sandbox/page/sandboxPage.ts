import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import type { EditorApi } from '../n8n/editorApi';
import { openEditorApi } from '../n8n/editorApi';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../n8n/owner';
import { SenderSearch } from '../n8n/senders';
import type { N8nSettings } from '../n8n/settings';
import { editorUrl } from '../n8n/settings';
import type { EventLog, RequestObserver } from '../service';
import type { Delivery } from '../sink/delivery';
import type { Message } from '../sink/message';
import { MAX_LOG_ROWS } from './client/pageState';
import { actionsOn } from './buttons';
import { servePage } from './page';
import { PageModel } from './pageModel';

/** The page of the sandbox: it is told what goes on, shows that, and makes things happen. */
export class SandboxPage {
	private readonly model = new PageModel();
	private readonly senders = new SenderSearch();

	/** To be told of the service's requests. */
	readonly observers: readonly RequestObserver[] = [
		{
			onResponse: ({ operation, status }) => {
				if (operation !== 'feed' && operation !== 'list') return;
				const read = status === 200 ? { lastReadAtMs: Date.now() } : {};
				this.model.change({ ...read, lastStatus: status });
			},
		},
	];

	/** To be told of what workflows send. */
	readonly sinkListener = {
		onDelivery: ({ eventIds }: Delivery) => this.model.addDelivered(eventIds),
		onMessage: (message: Message) => this.model.addMessage(message),
	};

	/** To be asked by the sink who sends what doesn't say so itself. */
	readonly findSender = () => this.senders.find();

	/** Serves the page until the run ends. Gives its address. */
	async serve(
		{ service, sink }: ExternalSystems,
		port: number,
		{ teardown }: CommandRun,
	): Promise<string> {
		const { model } = this;
		model.change({ serviceUrl: service.baseUrl, sinkUrl: sink.baseUrl });
		teardown.add(this.showLog(service.log));
		const page = await servePage({ model, actions: actionsOn(service, model), port });
		teardown.add(() => page.close());
		return page.url;
	}

	/** From now on n8n is asked who sends to the sink. Gives its API. @throws Error when n8n refuses */
	async meetN8n(settings: N8nSettings, { sink }: ExternalSystems): Promise<EditorApi> {
		const api = await openEditorApi(settings);
		this.senders.begin(api, new URL(sink.baseUrl).port);
		return api;
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

	/** Shows the newest events, and from now on each that is added. Gives the way to stop. */
	private showLog(log: EventLog): () => void {
		const first = Math.max(0, log.size - MAX_LOG_ROWS);
		const newest = Array.from({ length: log.size - first }, (_, index) => log.at(first + index));
		this.model.addEvents(newest, 'before', log.size);
		return log.watch((events) => this.model.addEvents(events, 'waiting', log.size));
	}
}
