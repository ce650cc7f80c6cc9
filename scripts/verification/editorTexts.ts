import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isJsonObject } from '../../sandbox/jsonGuards';

/** A field of a node or a credential, and those inside it. */
interface Field {
	readonly name: string;
	readonly type: string;
	readonly displayName: string;
	readonly description: string;
	readonly placeholder: string;
	/** Whether the editor hides what is entered, and n8n never sends it to a browser. */
	readonly isPassword: boolean;
}

/** What people read of a node or a credential in the editor. */
export interface EditorTexts {
	readonly fields: readonly Field[];
	/** Every text of the description, however deep. */
	readonly all: readonly string[];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function isField(value: Readonly<Record<string, unknown>>): boolean {
	return typeof value.type === 'string' && 'default' in value;
}

function fieldsIn(value: unknown): Field[] {
	if (Array.isArray(value)) return value.flatMap(fieldsIn);
	if (!isJsonObject(value)) return [];
	const inside = Object.values(value).flatMap(fieldsIn);
	if (!isField(value)) return inside;
	const { name, type, displayName, description, placeholder, typeOptions } = value;
	const field = {
		name: textOf(name),
		type: textOf(type),
		displayName: textOf(displayName),
		description: textOf(description),
		placeholder: textOf(placeholder),
		isPassword: isJsonObject(typeOptions) && typeOptions.password === true,
	};
	return [field, ...inside];
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(textsIn);
	return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

function instanceOf(root: string, file: string): unknown {
	const load = createRequire(__filename);
	const exported: unknown = load(join(root, file));
	const [Class] = isJsonObject(exported) ? Object.values(exported) : [];
	if (typeof Class !== 'function') throw new TypeError(`${file} exports no class`);
	return Reflect.construct(Class, []);
}

/** Loads a compiled node or credential. @throws Error where it was not built */
export function readEditorTexts(root: string, file: string): EditorTexts {
	const instance = instanceOf(root, file);
	if (!isJsonObject(instance)) throw new TypeError(`${file} makes no object`);
	const described = isJsonObject(instance.description) ? instance.description : instance;
	return {
		fields: fieldsIn(described.properties),
		all: textsIn(described),
	};
}
