import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_EFFORT } from '../../../sandbox/browser/person';
import { secondsByHand } from '../../../sandbox/browser/tenMinutes/estimate';
import {
	isWithinTenMinutes,
	stepLine,
	summary,
	type TimedStep,
} from '../../../sandbox/browser/tenMinutes/timedSteps';
import { ROOT } from '../../../sandbox/places';
import { withSections } from '../../../scripts/docs/sections';

const PUBLISH: TimedStep = {
	title: 'Publish',
	machineSeconds: 2,
	effort: { ...NO_EFFORT, clicks: 2 },
};
const ENTER: TimedStep = {
	title: 'Enter the address',
	machineSeconds: 1,
	effort: { clicks: 3, typedCharacters: 10, pastes: 2 },
};

describe('what a newcomer takes', () => {
	it('is nothing for doing nothing', () => {
		expect(secondsByHand(NO_EFFORT)).toBe(0);
	});

	it('grows with each click, character and pasted text', () => {
		const one = (effort: Partial<typeof NO_EFFORT>) => secondsByHand({ ...NO_EFFORT, ...effort });
		expect(one({ clicks: 2 })).toBeCloseTo(10.6);
		expect(one({ typedCharacters: 100 })).toBeCloseTo(28);
		expect(one({ pastes: 1 })).toBeCloseTo(8);
	});
});

describe('the steps with their times', () => {
	it('are a line each in a terminal', () => {
		expect(stepLine(3, ENTER)).toBe(
			' 3  machine   1.0 s  person  0:36  Enter the address (3 clicks, 10 characters, 2 pasted)',
		);
	});

	it('are a table with their sum for the page', () => {
		const text = summary([ENTER, PUBLISH]);
		expect(text).toContain('| 2. Publish | 2 clicks | 0:13 |');
		expect(text).toContain('| **all of it** | | **0:48** |');
		expect(text).toContain('measures how long n8n takes: 0:03,');
	});

	it('are within ten minutes, or not', () => {
		expect(isWithinTenMinutes([ENTER, PUBLISH])).toBe(true);
		expect(isWithinTenMinutes([{ ...PUBLISH, machineSeconds: 590 }])).toBe(false);
	});
});

it('the page of the first alert has a place for them', () => {
	const page = readFileSync(join(ROOT, 'docs/first-alert.md'), 'utf8');
	expect(withSections(page, { 'ten-minutes': 'new' })).toContain(
		'\n\nnew\n\n<!-- ten-minutes:end -->',
	);
});
