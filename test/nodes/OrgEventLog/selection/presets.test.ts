import type { EventFields } from '../../../../nodes/OrgEventLog/events/event';
import type { PresetName } from '../../../../nodes/OrgEventLog/selection/presets';
import { PRESET_NAMES, applyPreset } from '../../../../nodes/OrgEventLog/selection/presets';
import { makeDevice } from '../../../../sandbox/service';

const passes = (preset: PresetName, fields: EventFields) =>
	applyPreset(preset, {}).presetCheck?.({ id: 'event', createdAtMs: 0, fields });

const ofDevice = (device: Parameters<typeof makeDevice>[0]) => ({
	user_principal: { device: makeDevice(device) },
});

it.each<[EventFields, boolean]>([
	[{ type: 'Access', result: 'ERROR' }, true],
	[{ type: 'access_event', result: 'warn' }, true],
	[{ type: 'Access', result: 'INFO', severity: 'WARN' }, true],
	[{ type: 'Access', severity: 'ERROR' }, true],
	[{ type: 'Access', result: 'INFO', severity: 'INFO' }, false],
	[{ type: 'Access', severity: 'CRITICAL' }, true],
	[{ type: 'Access', severity: 'INFO', result: 'Fatal' }, true],
	[{ type: 'Access', severity: 'NOTICE', result: 'SUCCESS' }, false],
	[{ type: 'Registration', result: 'ERROR' }, false],
	[{ type: null, result: 'ERROR' }, false],
	[{ type: 'Identity', action: 'Deny', result: 'ERROR', severity: 'ERROR' }, true],
	[{ type: 'Access', action: 'Unauthorized', result: '', severity: 'ERROR' }, true],
	[{ type: 'Access', action: 'deny', result: 'INFO', severity: 'INFO' }, true],
	[{ type: 'Identity', action: 'Grant', result: 'ERROR', severity: 'ERROR' }, false],
])('refusedAccess: %j %s', (fields, expected) => {
	expect(passes('refusedAccess', fields)).toBe(expected);
});

/** Actions as services write them, on one line each: separated by commas. */
const listOf = (...lines: readonly string[]) => lines.flatMap((line) => line.split(', '));

it.each(
	listOf(
		'Deny, DENY, dEnY, denied, Denies, denial, ACCESS_DENIED, accessDenied, AccessDeniedByPolicy',
		'accessdenied, deny-policy, HTTPDenied, access.denied, deny2, Unauthorized, UNAUTHORIZED',
		'UnAuthorized, unauthorised, Un-Authorized, not_authorized, NOT_ALLOWED, notPermitted, refuse, Refused, connectionRefused',
		'reject, TOKEN_REJECTED, block, Blocked, RunBlocked, forbid, 403 Forbidden',
		'login failed: blocked, LoginFailedDenied',
	),
)('refusedAccess: the action %s says that something was refused', (action) => {
	expect(passes('refusedAccess', { type: 'Identity', action })).toBe(true);
});

it.each(
	listOf(
		'Undeniable, unDenied, Unblocked, UserUnblocked, UserUnBlocked, un-block, NotBlocked, blocklist',
		'Authorized, grant, Deny Failed, denyFailed, DENY_FAILED, denyfailed, Unblock, Login Failed',
		'Deny (Failed), MDMNotDenied',
		'',
	),
)('refusedAccess: the action %j does not', (action) => {
	expect(passes('refusedAccess', { type: 'Identity', action, severity: 'ERROR' })).toBe(false);
});

it('refusedAccess: a refusal that failed is access that went badly, where it is access', () => {
	const event = { type: 'Access', action: 'Deny Failed', severity: 'ERROR' };
	expect(passes('refusedAccess', event)).toBe(true);
});

it.each(
	listOf(
		'Register, REGISTER, rEgIsTeR, registered, DeviceRegistered, DEVICE_REGISTERED',
		'device-registration, re-register, Reregistered, deviceregistered',
	),
)('deviceRegistered: the action %s is a registration', (action) => {
	const event = { type: 'Registration', sub_type: 'Device', action };
	expect(passes('deviceRegistered', event)).toBe(true);
});

it.each(
	listOf(
		'Register Failed, REGISTER_FAILED, registerFailed, registerfailed, Failed to register',
		'Registration failure, register_error, Registration of the device failed, Register Denied',
		'registrationRejected, Unregister, UNREGISTER, UnRegister, un-register, DeviceUnregistered',
		'Unregister Failed, deregister, DeRegister, DEREGISTERED, not registered, deviceunregistered',
	),
)('deviceRegistered: the action %s is none', (action) => {
	const event = { type: 'Registration', sub_type: 'Device', action };
	expect(passes('deviceRegistered', event)).toBe(false);
});

it.each<EventFields>([
	{ type: 'Registration', sub_type: 'User', action: 'register' },
	{ type: 'Policy', sub_type: 'Device', action: 'register' },
	{ type: 'Registration', action: 'register' },
])('deviceRegistered: %j is none', (fields) => {
	expect(passes('deviceRegistered', fields)).toBe(false);
});

it.each<[EventFields, boolean]>([
	[{ compromised_status: 'TRUE' }, true],
	[{ compromised_status: true }, true],
	[{ compromised_status: 'untrue' }, false],
	[{ compromised_status: 'TRUE_UNTIL_CHECKED' }, false],
	[{ compliance_status: false }, true],
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
	expect(applyPreset('warningsAndErrors', {})).toEqual({ filters: { severity: 'WARN' } });
	expect(applyPreset('warningsAndErrors', { severity: 'INFO' }).filters.severity).toBe('WARN');
	expect(applyPreset('warningsAndErrors', { severity: 'ERROR' }).filters.severity).toBe('ERROR');
});

it('none asks for nothing, and no preset drops a filter', () => {
	const filters = { action: 'deny' };

	expect(applyPreset('none', filters)).toStrictEqual({ filters });
	for (const preset of PRESET_NAMES)
		expect(applyPreset(preset, filters).filters).toMatchObject(filters);
});
