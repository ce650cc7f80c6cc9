import { PACKAGE, type Manifest } from '../../nodes/OrgEventLog/output/manifest';
import { describeReport } from '../../nodes/OrgEventLog/output/describeReport';
import { REPORT_COLUMNS } from '../../nodes/OrgEventLog/output/tableColumns';
import { table, writtenCells } from './markdown';
import type { Sections } from './sections';

const REPORT: Manifest = {
	...{ fileName: 'events_2026-10.xlsx', events: 1_204, complete: true, coversStart: true },
	...{ sha256: null, from: '2026-09-30T22:00:00.000Z', to: '2026-10-31T23:00:00.000Z' },
	...{ timezone: 'Europe/Berlin', operation: 'list', filters: {}, exclude: {}, preset: 'none' },
	...{ order: 'ASC', limit: null, sample: null, malformedRecords: { count: 0, why: [] } },
	cutCells: 0,
	firstEvent: { id: '101', createdAt: '2026-09-30T22:05:09.120Z' },
	lastEvent: { id: '102', createdAt: '2026-10-31T22:59:01.004Z' },
	...{ logBegins: '2026-07-14T08:00:00.000Z', serviceCount: 1_204 },
	...{ service: 'https://events.example.com', organizations: [{ id: '7', name: 'Acme' }] },
	...{ format: 'xlsx', columns: [...REPORT_COLUMNS], bytes: null, previousSha256: null },
	...{ readFrom: '2026-11-01T05:00:00.000Z', readTo: '2026-11-01T05:00:04.000Z' },
	...{ generatedAt: '2026-11-01T05:00:05.000Z', workflow: { id: '12', name: 'Monthly report' } },
	...{ execution: { id: '231' }, package: PACKAGE },
};

/** In what another report may differ. */
const OTHERS: ReadonlyArray<Partial<Manifest>> = [
	{
		...{ complete: false, limit: 1_000, skip: 10, coversStart: false, cutCells: 3 },
		...{ malformedRecords: { count: 2, why: ['created_at is missing'] }, order: 'DESC' },
		...{ filters: { type: ['Access', 'Identity'], minimumSeverity: 'WARN' } },
		...{ exclude: { action: 'Grant' }, preset: 'refusedAccess', columns: ['id'] },
		previousSha256: '4567…',
	},
	{
		...{ complete: false, sample: { size: 50, seed: 'audit', of: 1_204 }, from: null, to: null },
		...{ serviceCount: 1_210, organizations: [], events: 50 },
	},
	{
		...{ from: null, to: '2026-11-30T23:00:00.000Z', preset: 'refusedAccess' },
		...{ logBegins: null, serviceCount: 1_200, firstEvent: null, lastEvent: null },
	},
	{ to: null, serviceCount: null },
];

/** What an auditor finds in a report: people write what each column is. */
export function reportSections(): Sections {
	const wordsByLabel = new Map<string, Set<string>>();
	for (const other of [{}, ...OTHERS]) {
		for (const [label, words] of describeReport({ ...REPORT, ...other })) {
			const known = wordsByLabel.get(label) ?? new Set();
			wordsByLabel.set(label, known.add(words.replaceAll('\n', ' / ')));
		}
	}
	const rows = [...wordsByLabel].map(([label, words]) => [label, [...words].join('\nor: ')]);
	return {
		'report-columns': (written) => {
			const cellsOf = writtenCells(written);
			return table(
				['column', 'what it is'],
				REPORT_COLUMNS.map((name) => [`\`${name}\``, cellsOf(`\`${name}\``)[1] ?? '']),
			);
		},
		'about-sheet': table(['line', 'what it says'], rows),
	};
}
