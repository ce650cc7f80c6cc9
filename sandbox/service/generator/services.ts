import type { JsonObject } from '../exactJson';
import { uuidFrom } from './uuid';

/** A service with the container it runs in, and the object that events show of it. */
export interface ServiceEntry {
	readonly name: string;
	readonly containerId: string;
	readonly shown: JsonObject;
}

/** What an event shows that is about none. */
export const NO_SERVICE: JsonObject = { id: '', name: '', type: '', version: '' };

const SERVICE_NAMES = ['Payroll', 'Build farm', 'Wiki (internal)', 'grafana', 'CRM, Europe', 'ssh'];

/** Services of the organization, names unlike each other. */
export function servicesOf(seed: number, count: number): ServiceEntry[] {
	return Array.from({ length: count }, (_, index) => {
		const name = `${SERVICE_NAMES[index % SERVICE_NAMES.length] ?? ''} ${index}`;
		const containerId = uuidFrom(seed, index, 40).replaceAll('-', '').slice(0, 12);
		const id = `service-${index}.example-org`;
		const version = String((index % 4) + 1);
		const shown = { id, name, type: 'WEB_USER', version, workload_container_id: containerId };
		return { name, containerId, shown };
	});
}

/** Service accounts as events show them, some with spaces in their names. */
export function serviceAccountsOf(count: number): Array<{ readonly name: string }> {
	return Array.from({ length: count }, (_, index) => ({
		name: index % 3 === 0 ? `Service Account ${index}` : `ci-runner-${index}`,
	}));
}
