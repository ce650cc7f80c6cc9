const DEVICE_FIELDS = [
	'id',
	'friendly_name',
	'mac_address',
	'serial_number',
	'registration_status',
	'compromised_status',
	'compliance_status',
	'oem_info',
	'model',
	'platform',
	'ownership',
	'architecture',
	'udid',
	'source',
	'last_mdm_data_synced_at',
];

const USER_FIELDS = ['email', 'groups', 'roles'];

const PRINCIPAL_PATHS = [
	...DEVICE_FIELDS.map((name) => `user_principal.device.${name}`),
	...USER_FIELDS.map((name) => `user_principal.user.${name}`),
];

const SHARED_PATHS = ['id', 'org_id', 'org_name', 'severity', 'action', 'type', 'sub_type'];

/** Every documented field of an event of List (specification 2.1 and 2.2), by its dotted path. */
export const LIST_PATHS: readonly string[] = [
	...SHARED_PATHS,
	'message',
	'result',
	'created_at',
	'created_at_ns',
	'external_id',
	...PRINCIPAL_PATHS,
];

/** Every documented field of an event of Feed, by its dotted path. */
export const FEED_PATHS: readonly string[] = [
	...SHARED_PATHS,
	'messages',
	'result',
	'created_at',
	'group_id',
	'external_id',
	...PRINCIPAL_PATHS,
];
