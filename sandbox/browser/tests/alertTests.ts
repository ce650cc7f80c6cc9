import assert from 'node:assert/strict';
import { KEY } from '../../n8n/credentials';
import { waitUntil } from '../../processes/waitUntil';
import type { BrowserTest } from '../browserTest';
import type { Canvas } from '../editor/canvas';
import { refuseAccess } from '../happenings';
import { addMessage } from '../journey/messageNode';
import { addTrigger } from '../journey/triggerNode';
import type { Stage } from '../stage';
import { TRIGGER } from '../wording';

const MUTED = '/slack?alert=muted';
const BURSTS = '/slack?alert=bursts';
const MUTED_MINUTES = 1;
/** A trigger polls once a minute. */
const TWO_POLLS_MS = 130_000;
const BURST_COUNT = 5;
const REFUSED = 'mallory@example.com';

/** What the tests of one run leave for those after them. */
class AlertsUnderTest {
	mutedId = '';
	burstsId = '';
	firstRefusalMs = 0;

	requirePublished(): void {
		assert.ok(this.mutedId !== '' && this.burstsId !== '', 'The alerts have not been published');
	}
}

async function beginWithTrigger({ editor }: Stage) {
	const canvas = await editor.openNewWorkflow();
	const trigger = await addTrigger(canvas);
	await trigger.chooseCredential(KEY.name);
	await trigger.parameters.choose('preset', TRIGGER.choice('preset', 'refusedAccess'));
	return { canvas, trigger };
}

async function sendTo(stage: Stage, canvas: Canvas, path: string, text: string): Promise<string> {
	const url = stage.systems.sink.baseUrl + path;
	const message = await addMessage(canvas, TRIGGER.title, { url, text });
	await message.close();
	await canvas.publish();
	return canvas.workflowId;
}

function newestEmail({ systems }: Stage): string {
	const { log } = systems.service;
	return log.at(log.size - 1).userPrincipal?.user?.email ?? '';
}

/** From an empty workflow to an alert that is not given too often, and one that comes when it is often. */
function alertTests(): ReadonlyArray<BrowserTest<Stage>> {
	const alerts = new AlertsUnderTest();
	return [
		{
			name: 'alert: built from an empty workflow, repeats muted, published',
			run: async (stage) => {
				const { canvas, trigger } = await beginWithTrigger(stage);
				await trigger.parameters.type('suppressRepeats', String(MUTED_MINUTES));
				await trigger.execute();
				await trigger.output.showTable();
				await trigger.close();
				const text = '{{ $json.userEmail }}: {{ $json.message }} {{ $json.suppressed }}';
				alerts.mutedId = await sendTo(stage, canvas, MUTED, text);
			},
		},
		{
			name: 'alert: built from an empty workflow, only when it is often, published',
			run: async (stage) => {
				const { canvas, trigger } = await beginWithTrigger(stage);
				await trigger.parameters.choose('emit', TRIGGER.choice('emit', 'burst'));
				await trigger.close();
				const text = '{{ $json.per }} {{ $json.value }}: {{ $json.count }} refusals';
				alerts.burstsId = await sendTo(stage, canvas, BURSTS, text);
			},
		},
		{
			name: "alert: a button pressed on the sandbox's page, and the message is in its inbox",
			run: async (stage) => {
				const { systems, organization, pictures, person } = stage;
				alerts.requirePublished();
				alerts.firstRefusalMs = refuseAccess(systems.service.log, REFUSED, BURST_COUNT);
				await organization.open();
				await organization.press('refuseAccess');
				const refused = newestEmail(stage);
				assert.notEqual(refused, '');
				await organization.waitForMessage(refused, TWO_POLLS_MS);
				await pictures.take(person.page, 'sandbox-page');
			},
		},
		{
			name: 'alert: of five refusals of one person one is given, the others are held back, and a burst comes',
			run: async ({ inbox, editor, signal }) => {
				alerts.requirePublished();
				const wait = { timeoutMs: TWO_POLLS_MS, signal };
				const [burst] = await inbox.waitFor(BURSTS, REFUSED, 1, wait);
				assert.ok(burst?.excerpt.includes(`user ${REFUSED}: ${BURST_COUNT} refusals`));
				assert.equal((await inbox.waitFor(MUTED, REFUSED, 1, wait)).length, 1);
				const executions = await editor.openExecutions(alerts.burstsId);
				assert.equal(await executions.count(), 1);
			},
		},
		{
			name: 'alert: the next refusal after the pause says how many were held back',
			run: async ({ systems, inbox, signal }) => {
				alerts.requirePublished();
				const wait = { timeoutMs: TWO_POLLS_MS, signal };
				const pauseEndsMs = alerts.firstRefusalMs + MUTED_MINUTES * 60_000;
				await waitUntil('the pause to be over', wait, () => Date.now() > pauseEndsMs);
				refuseAccess(systems.service.log, REFUSED, 1);
				const [, next] = await inbox.waitFor(MUTED, REFUSED, 2, wait);
				assert.match(
					next?.excerpt ?? '',
					new RegExp(`${REFUSED} was denied \\S+ ${BURST_COUNT - 1}"`),
				);
			},
		},
	];
}

export const ALERT_TESTS = alertTests();
