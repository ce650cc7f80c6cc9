import type { Person } from '../person';
import { CredentialDialog } from './credentialDialog';
import { OutputPanel } from './outputPanel';
import { ParameterForm } from './parameterForm';

/** An open node: its fields, and what it gave. */
export class NodeView {
	readonly parameters: ParameterForm;
	readonly output: OutputPanel;

	constructor(private readonly person: Person) {
		this.parameters = new ParameterForm(person, this.root);
		this.output = new OutputPanel(person);
	}

	private get root() {
		return this.person.page.getByTestId('ndv');
	}

	async waitUntilShown(): Promise<void> {
		await this.root.waitFor();
		await this.root.getByTestId('node-parameters').waitFor();
	}

	/** Chooses one of the credentials that there are. */
	async chooseCredential(name: string): Promise<void> {
		await this.person.click(this.credentialSelect());
		const option = this.person.page.getByRole('option').filter({ hasText: name, visible: true });
		await this.person.click(option.first());
	}

	/** Opens a new credential from the node's own field for it, in an n8n that has none of its type. */
	async addFirstCredential(): Promise<CredentialDialog> {
		await this.person.click(this.root.getByRole('button', { name: /^Connect to / }));
		const dialog = new CredentialDialog(this.person);
		await dialog.waitUntilShown();
		return dialog;
	}

	/** Runs the node, whatever the button is called, and waits until n8n is done. */
	async execute(): Promise<void> {
		await this.person.click(this.root.getByTestId('node-execute-button').first());
		await this.root.getByTestId('ndv-executing').waitFor({ state: 'hidden' });
	}

	async close(): Promise<void> {
		await this.person.click(this.root.getByTestId('ndv-close-button'));
		await this.root.waitFor({ state: 'hidden' });
	}

	private credentialSelect() {
		return this.root.getByTestId('node-credentials-select').first();
	}
}
