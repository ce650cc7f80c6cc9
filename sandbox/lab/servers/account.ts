import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Account } from '../../processes/nativeProgram';

/** Whom Debian's package of PostgreSQL sets up, and who is there on any Linux. */
const SYSTEM_ACCOUNTS = ['postgres', 'nobody'];

async function idsOf(name: string): Promise<Account | undefined> {
	const ask = async (flag: string) => {
		const { stdout } = await promisify(execFile)('id', [flag, name]);
		return Number(stdout);
	};
	try {
		return { uid: await ask('-u'), gid: await ask('-g') };
	} catch {
		return undefined;
	}
}

/**
 * Whom PostgreSQL is to run as: it refuses to run as root. `undefined` means ourselves.
 *
 * @throws Error where we are root and the machine has nobody else
 */
export async function unprivilegedAccount(): Promise<Account | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	for (const name of SYSTEM_ACCOUNTS) {
		const account = await idsOf(name);
		if (account !== undefined) return account;
	}
	throw new Error(
		`PostgreSQL refuses to run as root, and there is no ${SYSTEM_ACCOUNTS.join(' or ')}`,
	);
}
