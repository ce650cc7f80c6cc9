import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '../../..');
const PRODUCT = join(ROOT, 'nodes/OrgEventLog');

/** A text of shipped code that a person may read. */
export interface TextInCode {
	/** With `…` for what is put in when it is said. */
	readonly text: string;
	/** `message`: shown by itself. `advice`: below one. `part`: said within one, or shown where the code doesn't tell. */
	readonly role: Role;
	/** `folder/file.ts:line` */
	readonly place: string;
}

type Role = 'message' | 'advice' | 'part';

/** What stands for something that is put in. */
export const PUT_IN = '…';

/** The editor's fields, which are data and documented as such. */
const NO_MESSAGES = /^descriptions\/|\.node\.ts$/;

/** Phrases that advice is made of. */
const ONLY_ADVICE = /^errors\/kinds\/phrases\.ts$/;

/** Every message in shipped code, and whatever else reads like a sentence. */
export function textsInCode(): readonly TextInCode[] {
	return readdirSync(PRODUCT, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts') && !NO_MESSAGES.test(file))
		.flatMap((file) => {
			const texts = textsIn(join(PRODUCT, file));
			if (!ONLY_ADVICE.test(file)) return texts;
			return texts.map((text): TextInCode => ({ ...text, role: 'advice' }));
		});
}

function textsIn(path: string): readonly TextInCode[] {
	const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
	const found: TextInCode[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
		const text = textOf(node);
		const role = text === undefined ? undefined : roleOf(node, text);
		if (text !== undefined && role !== undefined) {
			const { line } = file.getLineAndCharacterOfPosition(node.getStart());
			found.push({ text, role, place: `${relative(ROOT, path)}:${line + 1}` });
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return node.head.text + node.templateSpans.map(({ literal }) => PUT_IN + literal.text).join('');
}

/** Undefined for what nobody reads. */
function roleOf(node: ts.Node, text: string): Role | undefined {
	const said = sayingOf(node);
	if (said === 'message') return 'message';
	return readsLikeSentence(text) ? said : undefined;
}

/** Four words or more, three of its own, and a beginning as of a sentence; no XML. */
function readsLikeSentence(text: string): boolean {
	const words = text.split(/\s+/);
	if (words.length < 4 || words.filter((word) => /[a-z]/i.test(word)).length < 3) return false;
	return /^(?:[A-Z'“…]|n8n\b)/.test(text) && !/<\w+ /.test(text);
}

/** As what a text is said, by where it stands. */
function sayingOf(node: ts.Node): Role {
	let isPutIn = false;
	for (let inner = node; inner.parent !== undefined; inner = inner.parent) {
		const { parent } = inner;
		if (ts.isTemplateSpan(parent)) isPutIn = true;
		const saying = sayingBy(parent, inner);
		if (saying === 'message' && isPutIn) return 'part';
		if (saying !== undefined) return saying;
	}
	return 'part';
}

function sayingBy(parent: ts.Node, inner: ts.Node): Role | undefined {
	if (ts.isBlock(parent) || ts.isSourceFile(parent)) return 'part';
	if (ts.isVariableDeclaration(parent))
		return /advice$/i.test(parent.name.getText()) ? 'advice' : undefined;
	if (ts.isPropertyAssignment(parent)) return SAYING_PROPERTIES[parent.name.getText()] ?? 'part';
	if (ts.isNewExpression(parent) && parent.expression.getText() === 'ParameterError')
		return SAYING_ARGUMENTS[parent.arguments?.findIndex((one) => one === inner) ?? -1];
	if (ts.isCallExpression(parent) && SAYING_CALLS.test(parent.expression.getText()))
		return 'message';
	return undefined;
}

const SAYING_PROPERTIES: Readonly<Record<string, 'message' | 'advice'>> = {
	message: 'message',
	advice: 'advice',
	description: 'advice',
};

/** Of a ParameterError. */
const SAYING_ARGUMENTS = ['message', 'advice'] as const;

/** What writes to n8n's log. */
const SAYING_CALLS = /^(?:.*\blogger\.)?(?:debug|info|warn|error)$|^warning$/;
