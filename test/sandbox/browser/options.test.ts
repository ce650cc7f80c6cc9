import { parseOptions as parseTestOptions } from '../../../sandbox/browser/options';
import { parseOptions as parseDemoOptions } from '../../../sandbox/browser/demo/options';
import { frameList } from '../../../sandbox/browser/demo/screencast';
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

it('films into a file whose ending says how', () => {
	expect(parseDemoOptions(['--record', 'demo.webm']).record).toBe('demo.webm');
	expect(() => parseDemoOptions([])).toThrow('--record takes a file that ends with webm or mp4');
	expect(() => parseDemoOptions(['--record', 'demo.gif'])).toThrow('ends with');
});

it('shows every frame until the next one comes', () => {
	const frames = [
		{ file: '0.jpg', atSeconds: 10 },
		{ file: '1.jpg', atSeconds: 10.25 },
	];
	expect(frameList(frames)).toBe(
		[
			'ffconcat version 1.0',
			"file '0.jpg'",
			'duration 0.250',
			"file '1.jpg'",
			'duration 2.000',
			"file '1.jpg'",
			'',
		].join('\n'),
	);
	expect(frameList([])).toBe('ffconcat version 1.0\n');
});

it('says how to get a browser where there is none', () => {
	const missing = () => findChromium({ CHROMIUM: '/nowhere/chromium' });
	expect(missing).toThrow('Set CHROMIUM to the path of one');
	expect(findChromium({ CHROMIUM: process.execPath })).toBe(process.execPath);
});
