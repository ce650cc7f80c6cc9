import type { LoggedEvent } from '../api/event';
import type { ColumnValue } from '../output/columnValue';
import { dedupeKeyOf } from '../output/dedupeKey';
import { deviceOf, userEmailOf } from '../output/subjects';

/** Of whom or what events are counted together. */
export const BURST_GROUPS = ['user', 'device', 'happening', 'all'] as const;
export type BurstGroupKind = (typeof BURST_GROUPS)[number];

export interface BurstGroup {
	/** The same for the same value under the same name, and for no other. */
	readonly key: string;
	/** The user, the device or the `dedupeKey`; null for all events. */
	readonly value: ColumnValue;
}

const GROUPINGS: Record<BurstGroupKind, (event: LoggedEvent) => BurstGroup | undefined> = {
	user({ fields }) {
		const value = userEmailOf(fields);
		return value === null ? undefined : { key: JSON.stringify(value), value };
	},
	device({ fields }) {
		const device = deviceOf(fields);
		return device === null ? undefined : { key: JSON.stringify(device), value: device[1] };
	},
	happening({ fields }) {
		const key = dedupeKeyOf(fields);
		return { key, value: key };
	},
	all: () => ({ key: '', value: null }),
};

/** The group that an event counts for; undefined where it names no such user or device. */
export function groupOf(per: BurstGroupKind, event: LoggedEvent): BurstGroup | undefined {
	return GROUPINGS[per](event);
}
