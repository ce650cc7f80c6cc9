import { prepareInstanceBase } from '../n8n/instance';

/** Before all scenarios: installs, builds, packs and fills what each of them begins with. */
export default async function setUp(): Promise<void> {
	const { tarball } = await prepareInstanceBase(new AbortController().signal);
	process.env.PACKED_PACKAGE = tarball;
}
