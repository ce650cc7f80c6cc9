import { isJsonObject } from '../../jsonGuards';
import type { Person } from '../person';
import { ParameterForm } from './parameterForm';

/** The package gives up waiting for the service after half a minute. */
const TEST_TIMEOUT_MS = 60_000;

/** What n8n answers when it has tested a credential. */
interface TestOfCredential {
	readonly status: string;
	readonly message: string;
}

function testOfCredential(response: unknown): TestOfCredential {
	const data = isJsonObject(response) && isJsonObject(response.data) ? response.data : {};
	return { status: String(data.status), message: String(data.message) };
}

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

	/** Has n8n test the credential, and save it where it was changed. @returns what the dialog says of the test */
	async saveAndTest(): Promise<string> {
		const { page } = this.person;
		const tested = page.waitForResponse(
			(response) => response.url().endsWith('/rest/credentials/test'),
			{ timeout: TEST_TIMEOUT_MS },
		);
		const save = this.root.getByTestId('credential-save-button');
		const again = this.root
			.getByRole('button', { name: 'Retry' })
			.filter({ visible: true })
			.first();
		await this.person.click((await save.innerText()) === 'Saved' ? again : save);
		return await this.verdict(testOfCredential(await (await tested).json()));
	}

	/** Saves a credential that a node has asked for. The dialog closes by itself if its test succeeds. */
	async saveForNode(): Promise<void> {
		await this.person.click(this.root.getByTestId('credential-save-button'));
		await this.root.waitFor({ state: 'hidden' });
	}

	/** A failure is said in one sentence of n8n's own; the package's message comes with a click. */
	private async verdict({ status, message }: TestOfCredential): Promise<string> {
		const success = this.root.getByTestId('credentials-config-container-test-success');
		if (status === 'OK') return await success.innerText();
		const said = this.root.getByText(message);
		const more = this.root.getByText('More details', { exact: true });
		await said.or(more).filter({ visible: true }).first().waitFor();
		if (!(await said.isVisible())) await this.person.click(more);
		await said.waitFor();
		return await this.root.getByTestId('credential-edit-dialog').innerText();
	}
}
