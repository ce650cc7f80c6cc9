/** Each a minute apart, as n8n wants it, and all of them a third of that. */
export const EVERY_20_SECONDS = {
	item: [5, 25, 45].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};
