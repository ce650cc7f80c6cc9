import { Refusal } from './responses';
import type { ServiceBehaviour } from './behaviour';

export type Query = Readonly<Record<string, string>>;

const INTEGER = /^-?\d+$/;

/** Refuses a value that can't be read, or, where the behaviour says so, passes over it. */
export function refuseOrIgnore(behaviour: ServiceBehaviour, message: string): undefined {
	if (behaviour.invalidQuery === 'refuse') throw new Refusal(400, message);
	return undefined;
}

/** The parameter's text; an empty one counts as not given. */
export function readText(query: Query, name: string): string | undefined {
	return query[name] || undefined;
}

/** The values between the pipes, without the spaces around them; `undefined` when not given. */
export function readPipedValues(query: Query, name: string): readonly string[] | undefined {
	const values = readText(query, name)
		?.split('|')
		.map((value) => value.trim())
		.filter((value) => value !== '');
	return values?.length ? values : undefined;
}

/** An integer of any length. @throws Refusal */
export function readInteger(
	query: Query,
	name: string,
	behaviour: ServiceBehaviour,
): bigint | undefined {
	const text = readText(query, name);
	if (text === undefined) return undefined;
	if (INTEGER.test(text)) return BigInt(text);
	return refuseOrIgnore(behaviour, `${name} must be an integer`);
}

/** A number of records, 0 or more. @throws Refusal */
export function readAmount(
	query: Query,
	name: string,
	behaviour: ServiceBehaviour,
): number | undefined {
	const amount = readInteger(query, name, behaviour);
	if (amount === undefined) return undefined;
	if (amount >= 0n) return Number(amount);
	return refuseOrIgnore(behaviour, `${name} must not be negative`);
}
