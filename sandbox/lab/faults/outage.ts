import type { Lab } from '../lab';

const AWAY = { status: 503 };
const FOR_GOOD = { times: 1_000_000 };

/** Takes the service away while something is done. */
export async function withServiceAway<Done>(
	{ systems: { service } }: Lab,
	meanwhile: () => Promise<Done>,
): Promise<Done> {
	service.failNext(AWAY, FOR_GOOD);
	try {
		return await meanwhile();
	} finally {
		service.faults.clear();
	}
}
