import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';

/** What a process and those it has started have used so far. */
export interface Usage {
	/** User and system time, milliseconds. */
	readonly cpuMs: number;
	/** Resident memory now, bytes. */
	readonly memoryBytes: number;
}

const ticksPerSecond = () => Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The fields of /proc/<pid>/stat behind the name, which may hold anything. */
function statOf(pid: number): string[] {
	const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
	return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function statIfRunning(pid: number): string[] | undefined {
	try {
		return statOf(pid);
	} catch {
		return undefined;
	}
}

const GROUP = 2;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const RESIDENT_PAGES = 21;

/**
 * What the group of processes that `leader` leads uses: n8n and its task runners.
 * @throws Error on a system that has no /proc
 */
export function usageOfGroup(leader: number): Usage {
	if (!existsSync('/proc/self/stat')) throw new Error('Only Linux tells what a process uses');
	const perSecond = ticksPerSecond();
	const pageBytes = Number(execFileSync('getconf', ['PAGESIZE'], { encoding: 'utf8' }));
	const members = readdirSync('/proc')
		.map(Number)
		.filter((pid) => Number.isInteger(pid) && pid > 0)
		.flatMap((pid) => {
			const stat = statIfRunning(pid);
			return stat !== undefined && Number(stat[GROUP]) === leader ? [stat] : [];
		});
	const sum = (...fields: readonly number[]) =>
		members.reduce(
			(total, stat) => total + fields.reduce((of, field) => of + Number(stat[field] ?? 0), 0),
			0,
		);
	return {
		cpuMs: (sum(USER_TICKS, SYSTEM_TICKS) * 1_000) / perSecond,
		memoryBytes: sum(RESIDENT_PAGES) * pageBytes,
	};
}
