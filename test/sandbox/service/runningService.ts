import type { EventLogService, EventLogServiceOptions } from '../../../sandbox/service';
import { startEventLogService } from '../../../sandbox/service';

/** Starts services for the tests of a file and closes them after each. */
export function servicesForTests(): (options?: EventLogServiceOptions) => Promise<EventLogService> {
	const running: EventLogService[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map((service) => service.close()));
	});
	return async (options) => {
		const service = await startEventLogService(options);
		running.push(service);
		return service;
	};
}
