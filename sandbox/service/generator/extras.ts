import type { JsonObject } from '../exactJson';
import type { EventKind } from './catalogue';
import { shareSequence } from './randomness';
import { uuidFrom } from './uuid';

const VARIANTS = 32;
const LEVELS = ['Low', 'Medium', 'High', 'AlwaysAllow'];

/** Objects that real logs hold and the specification doesn't name; many events share each. */
type Extras = Readonly<Record<EventKind['extras'][number], readonly JsonObject[]>>;

/** Floats, nested objects, `null`s and nanosecond times that no double can hold. */
export function extrasOf(seed: number): Extras {
	const next = shareSequence(seed);
	const variants = <T>(make: (index: number) => T) =>
		Array.from({ length: VARIANTS }, (_, i) => make(i));
	return {
		policy: variants((index) => ({
			id: uuidFrom(seed, index, 50),
			name: `Policy ${index}`,
			version: index % 5,
			attachment: index % 4 === 0 ? null : { enabled: index % 2 === 0 },
		})),
		link: variants((index) => ({ rel: 'details', href: `https://console.example.com/e/${index}` })),
		trustscore: variants((index) => ({
			score: Math.round(next() * 10_000) / 100,
			level: LEVELS[index % LEVELS.length] ?? 'Low',
			updated_at: 1_712_345_678_000_000_001n + BigInt(Math.floor(next() * 1e9)) * 7_919_003n,
			factors: [{ name: 'disk_encryption', weight: 0.125, passed: next() < 0.8 }],
		})),
	};
}
