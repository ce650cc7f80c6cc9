import type { JsonObject } from '../exactJson';
import { shareSequence } from './randomness';
import { uuidFrom } from './uuid';

const VARIANTS = 32;

/** Objects that real logs hold and the specification doesn't name. */
export type ExtraName =
	'policy' | 'role' | 'trustscore' | 'link' | 'channel' | 'workload_principal';

/** Those of which many events share each; `link` is made of who and what meet. */
type Extras = Readonly<Record<Exclude<ExtraName, 'link'>, readonly JsonObject[]>>;

const A_TIME_NS = 1_712_345_678_000_000_001n;

/** Floats, nested objects, `null`s and nanosecond times that no double can hold. */
export function extrasOf(seed: number): Extras {
	const next = shareSequence(seed);
	const variants = <T>(make: (index: number) => T) =>
		Array.from({ length: VARIANTS }, (_, i) => make(i));
	const timeNs = () => A_TIME_NS + BigInt(Math.floor(next() * 1e9)) * 7_919_003n;
	return {
		policy: variants((index) => ({
			id: uuidFrom(seed, index, 50),
			name: `Policy ${index}`,
			version: index % 5,
			enabled: index % 8 !== 0,
			attached_at: timeNs(),
			attached_by: index % 4 === 0 ? null : 'ops@example.com',
		})),
		role: variants((index) =>
			index % 2 === 0 ? { id: '', name: '' } : { id: `role-${index}`, name: `Role ${index}` },
		),
		trustscore: variants((index) => ({
			id: uuidFrom(seed, index, 55),
			score: Math.round(next() * 10_000) / 100,
			timestamp: timeNs(),
			type: index % 2 === 0 ? 'Device' : 'User',
			factors: [{ name: 'disk_encryption', weight: 0.125, passed: next() < 0.8 }],
		})),
		channel: [{ request_data: '' }],
		workload_principal: variants((index) => ({ workload_set: '', host: `gateway-${index}` })),
	};
}
