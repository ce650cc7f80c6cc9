import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Account } from '../../processes/nativeProgram';

/** Whom Debian's package of PostgreSQL sets up. */
const SYSTEM_ACCOUNT = 'postgres';

/**
 * Whom PostgreSQL is to run as: it refuses to run as root. `undefined` means ourselves.
 *
 * @throws Error where we are root and the machine has nobody else
 */
export async function unprivilegedAccount(): Promise<Account | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const ask = async (flag: string) => {
		const { stdout } = await promisify(execFile)('id', [flag, SYSTEM_ACCOUNT]);
		return Number(stdout);
	};
	return { uid: await ask('-u'), gid: await ask('-g') };
}
