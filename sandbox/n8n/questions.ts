import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import type { EditorApi } from './editorApi';
import { isUnderWay, statusOfExecution } from './executions';

/** Where n8n takes an answer that an execution waits for. */
const LINK = /https?:[^"\\\s]*\/webhook-waiting\/[^"\\\s]*/;

/** Waits until an execution has sent its question, whatever that looks like, and sleeps. Gives the question's link. */
export async function linkOfQuestion(
	api: EditorApi,
	executionId: string,
	wait: WaitOptions,
	sent: () => unknown,
): Promise<string> {
	return await waitUntil(`the question of execution ${executionId}`, wait, async () => {
		const status = await statusOfExecution(api, executionId);
		if (!isUnderWay(status)) throw new Error(`Execution ${executionId} asked nothing: ${status}`);
		// The question is sent before the execution is put to sleep.
		if (status !== 'waiting') return false;
		return LINK.exec(JSON.stringify(sent()))?.[0];
	});
}

/** Fills in the form that a link opens, from its first field on. @throws Error where there is no such form */
export async function fillInForm(
	link: string,
	title: string,
	answers: readonly string[],
): Promise<void> {
	const page = await (await fetch(link)).text();
	if (!page.includes(title)) throw new Error(`The link opens no form “${title}”`);
	const form = new FormData();
	answers.forEach((answer, index) => form.set(`field-${index}`, answer));
	const { ok, status } = await fetch(link, { method: 'POST', body: form });
	if (!ok) throw new Error(`The form was answered with ${status}`);
}
