import type { CommandRun } from '../../command/command';
import type { DatabasePlace } from '../../n8n/database';
import type { InstanceBase } from '../../n8n/instance';
import type { N8nProcess } from '../../n8n/n8nProcess';

/** An n8n in one of the ways in which people run it. */
export interface N8n {
	/** The process that polls and has the editor. */
	readonly main: N8nProcess;
	readonly database: DatabasePlace;
	/** Starts all of it and waits until it is ready. */
	start(): Promise<void>;
	/** Lets all of it finish what it is at. */
	stop(): Promise<void>;
}

/** Where an n8n is set up. */
export interface N8nPlace {
	readonly base: InstanceBase;
	/** For all that it writes. */
	readonly folder: string;
	/** The editor's; any that is free unless given. */
	readonly port?: number;
	/** IANA name. */
	readonly timezone: string;
}

/** n8n's variables where nobody opens its editor, the files of which it would write anew at each start. */
export const WITHOUT_EDITOR = { N8N_DISABLE_UI: 'true' };

/** A way to run n8n: sets it up and starts nothing. */
export type Topology<Kind extends N8n = N8n> = (place: N8nPlace, run: CommandRun) => Promise<Kind>;
