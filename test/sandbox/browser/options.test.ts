import { parseOptions as parseTestOptions } from '../../../sandbox/browser/options';
import { findChromium } from '../../../sandbox/browser/chromium';
import { parseOptions as parseTenMinutesOptions } from '../../../sandbox/browser/tenMinutes/options';

it('leaves committed files alone unless told otherwise', () => {
	expect(parseTestOptions([])).toEqual({ images: false, only: '', help: false });
	expect(parseTestOptions(['--images', '--only', 'alert'])).toMatchObject({
		images: true,
		only: 'alert',
	});
	expect(parseTenMinutesOptions([])).toEqual({ page: false, help: false });
	expect(() => parseTestOptions(['--picture'])).toThrow('--picture');
});

it('says how to get a browser where there is none', () => {
	const missing = () => findChromium({ CHROMIUM: '/nowhere/chromium' });
	expect(missing).toThrow('Set CHROMIUM to the path of one');
	expect(findChromium({ CHROMIUM: process.execPath })).toBe(process.execPath);
});
