import { OrgEventLog } from '../../../nodes/OrgEventLog/OrgEventLog.node';
import { OrgEventLogTrigger } from '../../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import { CREDENTIAL, NODE, TRIGGER } from '../../../sandbox/browser/wording';

it('is what the nodes and the credential call their fields and choices', () => {
	expect(TRIGGER.choice('emit', 'digest')).toBe('Digest of Each Poll');
	expect(TRIGGER.label('suppressRepeats')).toBe('Suppress Repeats (Minutes)');
	expect(NODE.label('filters.serialNumber')).toBe('Serial Number');
	expect(CREDENTIAL.choice('authentication', 'apiKey')).toBe('API Key');
});

it('knows the nodes by their names', () => {
	expect(NODE.title).toBe(new OrgEventLog().description.displayName);
	expect(TRIGGER.title).toBe(new OrgEventLogTrigger().description.displayName);
});

it('names what there is not', () => {
	expect(() => NODE.label('filters.colour')).toThrow(
		'Organization Event Log has no field filters.colour',
	);
	expect(() => TRIGGER.choice('emit', 'flood')).toThrow('has no choice flood of emit');
});
