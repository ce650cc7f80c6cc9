/** Gives the value if it is one, `undefined` if not. */
export type Reader<T> = (value: unknown) => T | undefined;

/** How the members of an object are read. */
export type Readers<T> = { readonly [K in keyof T]-?: Reader<T[K]> };

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((member) => typeof member === 'string');
}

export const text: Reader<string> = (value) => (typeof value === 'string' ? value : undefined);

export const textList: Reader<readonly string[]> = (value) =>
	isTextList(value) ? value : undefined;

export const yesOrNo: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

export const anyNumber: Reader<number> = (value) =>
	typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A number, 0 or more. */
export const amount: Reader<number> = (value) => {
	const number = anyNumber(value);
	return number !== undefined && number >= 0 ? number : undefined;
};

export const textMembers: Reader<Readonly<Record<string, string>>> = (value) => {
	if (!isObject(value)) return undefined;
	const members: Record<string, string> = {};
	for (const [name, member] of Object.entries(value)) {
		if (typeof member !== 'string') return undefined;
		members[name] = member;
	}
	return members;
};

export function oneOf<T extends string>(...choices: readonly T[]): Reader<T> {
	return (value) => choices.find((choice) => choice === value);
}

export function orNull<T>(reader: Reader<T>): Reader<T | null> {
	return (value) => (value === null ? null : reader(value));
}

function isMember<T extends object>(readers: Readers<T>, name: string): name is keyof T & string {
	return Object.hasOwn(readers, name);
}

function setMember<T extends object, K extends keyof T & string>(
	target: Partial<T>,
	readers: Readers<T>,
	name: K,
	value: unknown,
): void {
	const read = readers[name](value);
	if (read === undefined) throw new TypeError(`${name} cannot be ${JSON.stringify(value)}`);
	target[name] = read;
}

/** The members that a JSON object has, each as its reader takes it. @throws TypeError naming one */
export function readMembers<T extends object>(json: unknown, readers: Readers<T>): Partial<T> {
	if (!isObject(json)) throw new TypeError('A JSON object is needed');
	const members: Partial<T> = {};
	for (const [name, value] of Object.entries(json)) {
		if (!isMember(readers, name)) throw new TypeError(`There is no ${name}`);
		setMember(members, readers, name, value);
	}
	return members;
}
