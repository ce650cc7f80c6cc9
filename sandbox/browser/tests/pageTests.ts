import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { MAX_LOG_ROWS } from '../../page/client/pageState';
import type { BrowserTest } from '../browserTest';
import type { Stage } from '../stage';

const EVENTS = 'tr[data-event]';
const NARROW = { width: 360, height: 740 };
const HOSTILE = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;

function button(page: Page, name: string): Locator {
	return page.getByRole('button', { name });
}

function message(page: Page, text: string): Locator {
	return page.getByRole('article').filter({ hasText: text });
}

async function send({ systems }: Stage, path: string, body: unknown): Promise<void> {
	const response = await fetch(systems.sink.baseUrl + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	assert.equal(response.status, 200);
}

/** Presses a button and sees an event that wasn't there before. */
async function pressFor(page: Page, name: string, event: string | RegExp): Promise<void> {
	const newest = (await page.locator(EVENTS).first().getAttribute('data-event')) ?? '';
	await button(page, name).click();
	const newer = page.locator(`${EVENTS}:first-child:not([data-event="${newest}"])`);
	await newer.filter({ hasText: event }).waitFor();
}

/** Presses a button that switches something, sees that it is on, and switches it off again. */
async function switchOnAndOff(page: Page, on: string, state: string, off: string): Promise<void> {
	await button(page, on).click();
	await button(page, off).filter({ hasText: state }).waitFor();
	await button(page, off).click();
	await button(page, on).waitFor();
	assert.equal(await button(page, off).count(), 0);
}

async function openPage({ organization, person }: Stage): Promise<Page> {
	await organization.open();
	return person.page;
}

export const PAGE_TESTS: ReadonlyArray<BrowserTest<Stage>> = [
	{
		name: 'page: says what it is, and what happens in three steps',
		run: async (stage) => {
			const page = await openPage(stage);
			await page.getByRole('heading', { level: 1, name: 'Event Log Sandbox' }).waitFor();
			const steps = await page.getByRole('heading', { level: 2 }).allInnerTexts();
			assert.deepEqual(
				steps.map((text) => text.replace(/\s+/g, ' ').trim()),
				['1 Press a button', '2 n8n polls within a minute', '3 The message arrives here'],
			);
			await page.getByText(stage.systems.sink.baseUrl).waitFor();
		},
	},
	{
		name: 'page: what is pressed happens in the log',
		run: async (stage) => {
			const page = await openPage(stage);
			await pressFor(page, 'Access refused', 'Identity · UserPrincipal · Deny');
			await pressFor(page, 'Device registered', 'Registration · Device · Register');
			await pressFor(
				page,
				'Device out of compliance',
				'TrustScoring · Device · TrustScoreCalculate',
			);
			await pressFor(page, 'A late event', /shows in \d:\d\d/);
			await button(page, '1,000 events').click();
			await page.getByText('1,000 events are in the log.').waitFor();
			assert.equal(await page.locator(EVENTS).count(), MAX_LOG_ROWS);
		},
	},
	{
		name: 'page: what goes wrong is switched on, seen, and switched off again',
		run: async (stage) => {
			const page = await openPage(stage);
			await switchOnAndOff(page, 'Outage for one minute', 'over in', 'End the outage');
			await switchOnAndOff(page, 'Slow service', 'slow', 'Make it fast again');
			await switchOnAndOff(page, 'Revoke the key', 'revoked', 'Restore the key');
			await button(page, 'Expire the access token').click();
			await page.getByText('n8n gets a new one when it next reads the log').waitFor();
		},
	},
	{
		name: 'page: a message is drawn as what it was meant for',
		run: async (stage) => {
			const page = await openPage(stage);
			await send(stage, '/slack', { channel: '#tried', text: '*WARN* Ada was refused' });
			await message(page, '#tried').locator('strong', { hasText: 'WARN' }).waitFor();
			await send(stage, '/ticket', { project: 'TRIED', summary: 'Five refusals' });
			await message(page, 'TRIED').getByRole('heading', { name: 'Five refusals' }).waitFor();
			const attachments = [{ name: 'tried.csv', bytes: 2_500 }];
			await send(stage, '/mail', { to: 'auditor@example.com', subject: 'Report', attachments });
			await message(page, 'auditor@example.com').getByText('tried.csv 2.5 kB').waitFor();
			await send(stage, '/sheet', { document: 'Tried', rows: [{ who: 'Ada' }] });
			await message(page, 'Tried').getByRole('cell', { name: 'Ada' }).waitFor();
			await send(stage, '/anything', { tried: 'yes' });
			await message(page, '"tried": "yes"').getByText('unknown workflow').waitFor();
		},
	},
	{
		name: 'page: what a message holds stays text',
		run: async (stage) => {
			const page = await openPage(stage);
			for (const path of ['/slack', '/ticket', '/mail', '/anything']) {
				const text = `${HOSTILE} ${path}`;
				await send(stage, path, { text, summary: text, subject: text });
				const hostile = message(page, `</script> ${path}`);
				await hostile.waitFor();
				assert.equal(await hostile.locator('img, script').count(), 0);
			}
			assert.equal(await page.title(), 'Event Log Sandbox');
		},
	},
	{
		name: 'page: the keyboard is enough, and a screen reader is told of what arrives',
		run: async (stage) => {
			const page = await openPage(stage);
			await button(page, 'Access refused').focus();
			await page.keyboard.press('Enter');
			await page.getByText('The event is in the log.').waitFor();
			await page.keyboard.press('Tab');
			await page.locator(':focus').getByText('Five refusals of one person').waitFor();
			await send(stage, '/mail', { subject: 'Hello' });
			const told = page.locator('[aria-live=polite]', {
				hasText: 'Email from an unknown workflow',
			});
			await told.waitFor({ state: 'attached' });
		},
	},
	{
		name: 'page: fits a narrow window',
		run: async (stage) => {
			const page = await openPage(stage);
			const before = page.viewportSize();
			await page.setViewportSize(NARROW);
			const width = await page.evaluate('document.documentElement.scrollWidth');
			if (before) await page.setViewportSize(before);
			assert.equal(width, NARROW.width);
		},
	},
];
