import { OrgEventLogApi } from '../../credentials/OrgEventLogApi.credentials';
import { selectionFields } from '../../nodes/OrgEventLog/descriptions/filterFields';
import { resourceAndOperation } from '../../nodes/OrgEventLog/descriptions/operation';
import { outputFields } from '../../nodes/OrgEventLog/descriptions/output';
import { timeRangeFields } from '../../nodes/OrgEventLog/descriptions/timeRange';
import { triggerProperties } from '../../nodes/OrgEventLog/descriptions/trigger';

/** What is needed of a field's description, or of a choice's. */
interface Described {
	readonly name: string;
	readonly displayName?: string;
	readonly placeholder?: string;
	readonly value?: unknown;
	readonly options?: readonly Described[];
}

/** The words in which the editor shows the fields of a node or a credential: its own description's. */
class Wording {
	constructor(
		readonly title: string,
		private readonly fields: readonly Described[],
	) {}

	/** The label of a field, by its path, such as `filters.action`. @throws Error when there is none */
	label(path: string): string {
		const label = this.named(path).find(({ displayName }) => displayName !== undefined);
		if (label?.displayName === undefined) throw new Error(`${this.title} has no field ${path}`);
		return label.displayName;
	}

	/** What the button says that adds something to a collection. @throws Error when there is none */
	prompt(path: string): string {
		const prompt = this.named(path).find(({ placeholder }) => placeholder !== undefined);
		if (prompt?.placeholder === undefined) throw new Error(`${this.title} adds nothing to ${path}`);
		return prompt.placeholder;
	}

	/** How a choice of a field is called. @throws Error when there is none */
	choice(path: string, value: string): string {
		const choices = this.named(path).flatMap(({ options = [] }) => options);
		const choice = choices.find((option) => option.value === value);
		if (choice === undefined) throw new Error(`${this.title} has no choice ${value} of ${path}`);
		return choice.name;
	}

	/** Fields of the same name are shown for different choices of another one. */
	private named(path: string): readonly Described[] {
		return path
			.split('.')
			.reduce<readonly Described[]>(
				(found, name, depth) =>
					(depth === 0 ? found : found.flatMap(({ options = [] }) => options)).filter(
						(field) => field.name === name,
					),
				this.fields,
			);
	}
}

const credential = new OrgEventLogApi();

export const NODE = new Wording('Organization Event Log', [
	...resourceAndOperation,
	...timeRangeFields,
	...selectionFields,
	...outputFields,
]);
export const TRIGGER = new Wording('Organization Event Log Trigger', triggerProperties);
export const CREDENTIAL = new Wording(credential.displayName, credential.properties);
