import { LazyPackageDirectoryLoader } from 'n8n-core';
import type { INodeProperties } from 'n8n-workflow';
import type { PackedPackage } from './packedPackage';
import { packPackage } from './packedPackage';

const BUILD_LIMIT_MS = 120_000;
const PACKAGE_NAME = 'n8n-nodes-org-event-log';

let packed: PackedPackage;
let loader: LazyPackageDirectoryLoader;

beforeAll(async () => {
	packed = packPackage();
	loader = new LazyPackageDirectoryLoader(packed.folder);
	await loader.loadAll();
}, BUILD_LIMIT_MS);

afterAll(() => packed.remove());

describe("n8n's own loader", () => {
	it('loads both nodes and the credential, with icons that exist', () => {
		expect(loader.packageName).toBe(PACKAGE_NAME);
		expect(Object.keys(loader.known.nodes).sort()).toEqual(['orgEventLog', 'orgEventLogTrigger']);
		expect(Object.keys(loader.known.credentials)).toEqual(['orgEventLogApi']);

		const icons = [...loader.types.nodes, ...loader.types.credentials].flatMap(({ iconUrl }) =>
			typeof iconUrl === 'string' ? [iconUrl] : [iconUrl?.light, iconUrl?.dark],
		);
		expect(icons).toHaveLength(6);
		const files = icons.map((url) => url?.replace(`icons/${PACKAGE_NAME}/`, ''));
		expect(files.filter((file) => !packed.files.includes(file ?? ''))).toEqual([]);
	});

	it('finds the words under which people look for both nodes, whatever "node" says beside them', () => {
		const [first, ...others] = loader.types.nodes.map(({ codex }) => codex?.alias);
		expect(first).toEqual(expect.arrayContaining(['zero trust', 'access denied', 'SOC 2']));
		for (const alias of others) expect(alias).toEqual(first);
	});

	it('knows that both nodes use the credential', () => {
		const supported = loader.known.credentials.orgEventLogApi?.supportedNodes ?? [];
		expect([...supported].sort()).toEqual(['orgEventLog', 'orgEventLogTrigger']);
	});
});

/** Every field, those in collections as well: many are made by functions, which n8n's linter can't read. */
function fieldsIn(properties: readonly INodeProperties[]): INodeProperties[] {
	const isField = (option: object): option is INodeProperties => 'default' in option;
	return properties.flatMap((field) => [field, ...fieldsIn((field.options ?? []).filter(isField))]);
}

describe("what n8n's guidelines ask of texts", () => {
	const SMALL_WORDS = /^(?:a|an|and|at|by|for|if|in|of|on|or|per|the|to|with)$/;
	const isTitle = (name: string) =>
		name.split(/[\s-]+/).every((word) => !/^[a-z]/.test(word) || SMALL_WORDS.test(word));

	it.each<[rule: string, isKept: (field: INodeProperties) => boolean]>([
		[
			'switches are described with “Whether”',
			({ type, description = '' }) => type !== 'boolean' || /^Whether\b/.test(description),
		],
		[
			'placeholders begin with “e.g.”',
			({ placeholder = '' }) => /^(?:e\.g\. |Add |$)/.test(placeholder),
		],
		[
			'names of fields are in Title Case',
			({ type, displayName }) => type === 'notice' || isTitle(displayName),
		],
	])('%s', (_, isKept) => {
		const described = [...loader.types.nodes, ...loader.types.credentials];
		const fields = described.flatMap(({ properties }) => fieldsIn(properties));
		expect(fields.length).toBeGreaterThan(50);
		expect(fields.filter((field) => !isKept(field))).toEqual([]);
	});
});
