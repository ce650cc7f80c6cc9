import type { Person } from '../person';
import { ParameterForm } from './parameterForm';

/** The package gives up waiting for the service after half a minute. */
const TEST_TIMEOUT_MS = 60_000;

/** The dialog in which a credential is filled in, saved and tested. */
export class CredentialDialog {
	readonly fields: ParameterForm;

	constructor(private readonly person: Person) {
		this.fields = new ParameterForm(person, this.root);
	}

	private get root() {
		return this.person.page.getByTestId('editCredential-modal');
	}

	/** Until n8n has named the credential, too: it refuses to save one without a name. */
	async waitUntilShown(): Promise<void> {
		await this.root.getByTestId('credential-name').waitFor();
	}

	/** Saves the credential, which has n8n test it. @returns what n8n says of the test */
	async save(): Promise<string> {
		const tested = this.person.page.waitForResponse(
			(response) => response.url().endsWith('/rest/credentials/test'),
			{ timeout: TEST_TIMEOUT_MS },
		);
		await this.person.click(this.root.getByTestId('credential-save-button'));
		await tested;
		return await this.verdict();
	}

	/** Saves a credential that a node has asked for. The dialog closes by itself if its test succeeds. */
	async saveForNode(): Promise<void> {
		await this.person.click(this.root.getByTestId('credential-save-button'));
		await this.root.waitFor({ state: 'hidden' });
	}

	/** A failure is said in one sentence of n8n's own; the package's message comes with a click. */
	private async verdict(): Promise<string> {
		const success = this.root.getByTestId('credentials-config-container-test-success');
		const more = this.root.getByText('More details', { exact: true });
		await success.or(more).filter({ visible: true }).first().waitFor();
		if (await success.isVisible()) return await success.innerText();
		await this.person.click(more);
		return await this.root.getByTestId('credential-edit-dialog').innerText();
	}
}
