/** Cron entries that are each a minute apart, as n8n wants it, and all of them together so many seconds. */
function every(seconds: number) {
	const times = Array.from({ length: 60 / seconds }, (_, index) => 5 + seconds * index);
	return {
		item: times.map((second) => ({
			mode: 'custom',
			cronExpression: `${second % 60} * * * * *`,
		})),
	};
}

export const EVERY_20_SECONDS = every(20);
export const EVERY_10_SECONDS = every(10);
/** As the editor offers it. */
export const EVERY_MINUTE = { item: [{ mode: 'everyMinute' }] };
