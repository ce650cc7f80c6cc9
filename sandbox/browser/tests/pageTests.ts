import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { BrowserTest } from '../browserTest';
import type { Stage } from '../stage';

const NARROW = { width: 360, height: 740 };
const SWITCHES = [
	['Outage for one minute', 'over in', 'End the outage'],
	['Slow service', 'slow', 'Make it fast again'],
	['Revoke the key', 'revoked', 'Restore the key'],
] as const;
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

async function openPage({ organization, person }: Stage): Promise<Page> {
	await organization.open();
	return person.page;
}

export const PAGE_TESTS: readonly BrowserTest[] = [
	{
		name: 'page: what is pressed happens in the log, or goes wrong until it is pressed again',
		run: async (stage) => {
			const page = await openPage(stage);
			await page.getByText(stage.systems.sink.baseUrl).waitFor();
			await button(page, 'A late event').click();
			const newest = page.locator('tr[data-event]').first();
			await newest.filter({ hasText: /shows in \d:\d\d/ }).waitFor();
			for (const [on, state, off] of SWITCHES) {
				await button(page, on).click();
				await button(page, off).filter({ hasText: state }).click();
				await button(page, on).waitFor();
			}
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
