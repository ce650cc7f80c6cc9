/** Minutes and seconds until a time, `0:00` once it has come. */
export function countdown(atMs: number, nowMs: number): string {
	const seconds = Math.max(0, Math.ceil((atMs - nowMs) / 1000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How long ago, as people say it. */
export function ago(atMs: number, nowMs: number): string {
	const seconds = Math.max(0, Math.round((nowMs - atMs) / 1000));
	if (seconds < 5) return 'just now';
	if (seconds < 90) return `${seconds} s ago`;
	if (seconds < 5_400) return `${Math.round(seconds / 60)} min ago`;
	return `${Math.round(seconds / 3_600)} h ago`;
}

/** The time of day, to the second. */
export function clockTime(atMs: number): string {
	return new Date(atMs).toLocaleTimeString('en-GB');
}

/** The day, such as `14 May`; empty for today's. */
export function otherDay(atMs: number, nowMs: number): string {
	const at = new Date(atMs);
	if (at.toDateString() === new Date(nowMs).toDateString()) return '';
	return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}

/** A size as people read it. */
export function fileSize(bytes: number): string {
	if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
	if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
	return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
