export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Every filter of List and Count (specification 4.1). A missing key does not filter. */
export interface EventFilters {
	readonly type?: readonly string[];
	readonly subType?: string;
	readonly action?: string;
	/** The lowest severity that passes. */
	readonly severity?: Severity;
	readonly userEmail?: readonly string[];
	readonly deviceId?: string;
	readonly serialNumber?: readonly string[];
	readonly workloadContainerId?: readonly string[];
	readonly serviceName?: readonly string[];
	readonly serviceAccountName?: readonly string[];
	readonly eventId?: string;
	readonly externalId?: string;
	/** Epoch nanoseconds, exclusive. */
	readonly startTimeNs?: bigint;
	/** Epoch nanoseconds, exclusive. */
	readonly endTimeNs?: bigint;
}
