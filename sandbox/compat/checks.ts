import type { Checks } from './findings';
import type { ProbeName } from './probes';

/** A release of n8n with the package in it. Each method throws where something does not hold. */
export interface Probed {
	load(): Promise<void>;
	testCredentials(): Promise<void>;
	probe(name: ProbeName): Promise<void>;
	deliver(): Promise<void>;
}

/** The checks, whatever is probed. */
export function checksOf(probed: Probed): Checks {
	return {
		Loads: async () => await probed.load(),
		'Credential test': async () => await probed.testCredentials(),
		List: async () => await probed.probe('List'),
		Count: async () => await probed.probe('Count'),
		Feed: async () => await probed.probe('Feed'),
		File: async () => await probed.probe('File'),
		Trigger: async () => await probed.deliver(),
		'Survives broken connections': async () => await probed.probe('Survives broken connections'),
		'Names a refused token': async () => await probed.probe('Names a refused token'),
	};
}
