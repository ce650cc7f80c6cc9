import {
	PRESET_NAMES,
	withPreset,
	type PresetName,
} from '../../../../nodes/OrgEventLog/api/presets';
import { makeDevice } from '../../../../sandbox/service';

const passes = (preset: PresetName, fields: Record<string, unknown>) =>
	withPreset(preset, {}).passes?.({ id: 'event', createdAtMs: 0, fields });

const ofDevice = (device: Parameters<typeof makeDevice>[0]) => ({
	user_principal: { device: makeDevice(device) },
});

it.each<[Record<string, unknown>, boolean]>([
	[{ type: 'Access', result: 'ERROR' }, true],
	[{ type: 'access_event', result: 'warn' }, true],
	[{ type: 'Access', result: 'INFO', severity: 'WARN' }, true],
	[{ type: 'Access', severity: 'ERROR' }, true],
	[{ type: 'Access', result: 'INFO', severity: 'INFO' }, false],
	[{ type: 'Access', action: 'deny' }, false],
	[{ type: 'Registration', result: 'ERROR' }, false],
	[{ type: null, result: 'ERROR' }, false],
])('refusedAccess: %j %s', (fields, expected) => {
	expect(passes('refusedAccess', fields)).toBe(expected);
});

it.each<[Record<string, unknown>, boolean]>([
	[{ type: 'Registration', sub_type: 'Device', action: 'register' }, true],
	[{ type: 'REGISTRATION', sub_type: 'device', action: 'DEVICE_REGISTERED' }, true],
	[{ type: 'Registration', sub_type: 'Device', action: 'unregister' }, false],
	[{ type: 'Registration', sub_type: 'User', action: 'register' }, false],
	[{ type: 'Policy', sub_type: 'Device', action: 'register' }, false],
	[{ type: 'Registration', action: 'register' }, false],
])('deviceRegistered: %j %s', (fields, expected) => {
	expect(passes('deviceRegistered', fields)).toBe(expected);
});

it.each<[Record<string, string>, boolean]>([
	[{ compromised_status: 'TRUE' }, true],
	[{ compromised_status: 'FALSE', compliance_status: 'Compliant' }, false],
	[{ compliance_status: '' }, false],
	[{ compliance_status: 'FALSE' }, true],
	[{ compliance_status: 'TRUE' }, false],
	[{ compliance_status: 'NonCompliant' }, true],
	[{ compliance_status: 'NON_COMPLIANT' }, true],
	[{ compliance_status: 'not compliant' }, true],
	[{ compliance_status: 'Out of compliance' }, true],
	[{ compliance_status: 'Unknown' }, false],
	[{ compliance_status: 'In compliance' }, false],
])('deviceOutOfCompliance: %j %s', (device, expected) => {
	expect(passes('deviceOutOfCompliance', ofDevice(device))).toBe(expected);
});

it('an event without a device is not of one out of compliance', () => {
	expect(passes('deviceOutOfCompliance', { user_principal: null })).toBe(false);
});

it('warningsAndErrors is a minimum severity, and never lowers another', () => {
	expect(withPreset('warningsAndErrors', {})).toEqual({ filters: { severity: 'WARN' } });
	expect(withPreset('warningsAndErrors', { severity: 'INFO' }).filters.severity).toBe('WARN');
	expect(withPreset('warningsAndErrors', { severity: 'ERROR' }).filters.severity).toBe('ERROR');
});

it('none asks for nothing, and no preset drops a filter', () => {
	const filters = { action: 'deny' };

	expect(withPreset('none', filters)).toEqual({ filters });
	for (const preset of PRESET_NAMES) {
		expect(withPreset(preset, filters).filters).toMatchObject(filters);
	}
});
