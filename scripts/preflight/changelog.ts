import type { Finding } from './finding';
import { defect, unless } from './finding';

/** One version in the changelog. */
export interface Release {
	/** Undefined for what is not released yet. */
	readonly version?: string;
	/** `YYYY-MM-DD` */
	readonly date?: string;
	readonly entries: number;
}

const UNRELEASED = '## [Unreleased]';
const RELEASED = /^## \[(\d+\.\d+\.\d+(?:-[\w.]+)?)\] - (\d{4}-\d{2}-\d{2})$/m;
const SECTIONS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

function toRelease(chapter: string): Release {
	const [, version, date] = RELEASED.exec(`## ${chapter}`) ?? [];
	return { version, date, entries: chapter.match(/^- /gm)?.length ?? 0 };
}

/** The versions of a changelog, in its order: newest first. */
export function readChangelog(text: string): Release[] {
	return text.split(/^## /m).slice(1).map(toRelease);
}

function isRealDate(date: string): boolean {
	const day = new Date(`${date}T00:00:00Z`);
	return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}

function checkHeadings(text: string): Finding[] {
	const headings = text.split('\n').filter((line) => line.startsWith('## '));
	const sections = text.split('\n').filter((line) => line.startsWith('### '));
	const isHeading = (line: string) => line === UNRELEASED || RELEASED.test(line);
	return [
		...headings
			.filter((line) => !isHeading(line))
			.map((line) =>
				defect(`CHANGELOG.md: “${line}” is neither [Unreleased] nor [VERSION] - DATE`),
			),
		...sections
			.filter((line) => !SECTIONS.includes(line.slice('### '.length)))
			.map((line) => defect(`CHANGELOG.md: “${line}” is none of ${SECTIONS.join(', ')}`)),
		...unless(headings[0] === UNRELEASED, defect('CHANGELOG.md: begins without [Unreleased]')),
	];
}

/** Whether it has the form of keepachangelog.com, newest first. */
export function checkChangelog(text: string): Finding[] {
	const dates = readChangelog(text).flatMap(({ date }) => date ?? []);
	const newestFirst = [...dates].sort().reverse();
	return [
		...checkHeadings(text),
		...dates
			.filter((date) => !isRealDate(date))
			.map((date) => defect(`CHANGELOG.md: ${date} is no date`)),
		...unless(
			dates.every((date, index) => date === newestFirst[index]),
			defect('CHANGELOG.md: the newest version does not come first'),
		),
	];
}
