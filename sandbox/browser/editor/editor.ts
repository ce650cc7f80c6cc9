import type { Person } from '../person';
import { Canvas } from './canvas';
import { CredentialDialog } from './credentialDialog';

/** Who sets n8n up. */
interface Account {
	readonly email: string;
	readonly firstName: string;
	readonly lastName: string;
	readonly password: string;
}

/** n8n in the browser: how to get to its pages. The folder of this file alone knows what is on them. */
export class Editor {
	constructor(
		private readonly person: Person,
		private readonly baseUrl: string,
	) {}

	/** The first visit to an n8n that has no owner yet. */
	async setUp({ email, firstName, lastName, password }: Account): Promise<void> {
		const { page } = this.person;
		await page.goto(`${this.baseUrl}/setup`);
		await this.person.type(page.locator('input[name=email]'), email);
		await this.person.type(page.locator('input[name=firstName]'), firstName);
		await this.person.type(page.locator('input[name=lastName]'), lastName);
		await this.person.type(page.locator('input[name=password]'), password);
		await this.person.click(page.getByTestId('form-submit-button'));
		await page.waitForURL((url) => !url.pathname.startsWith('/setup'));
	}

	/** The one thing that n8n offers to somebody who has no workflow yet. */
	async buildFirstWorkflow(): Promise<Canvas> {
		await this.person.click(this.person.page.getByTestId('new-workflow-card'));
		const canvas = new Canvas(this.person);
		await canvas.waitUntilEmptyIsShown();
		return canvas;
	}

	/** A workflow with nothing in it. */
	async openNewWorkflow(): Promise<Canvas> {
		await this.person.page.goto(`${this.baseUrl}/workflow/new`);
		const canvas = new Canvas(this.person);
		await canvas.waitUntilEmptyIsShown();
		return canvas;
	}

	/** A workflow that is there already. */
	async openWorkflow(id: string): Promise<Canvas> {
		await this.person.page.goto(`${this.baseUrl}/workflow/${id}`);
		const canvas = new Canvas(this.person);
		await canvas.waitUntilShown();
		return canvas;
	}

	/** A new credential, from the page of credentials. */
	async openNewCredential(type: string): Promise<CredentialDialog> {
		const { page } = this.person;
		await page.goto(`${this.baseUrl}/home/credentials/create`);
		const select = page.getByTestId('new-credential-type-select');
		await this.person.click(select);
		await this.person.typeOn(type);
		await this.person.click(
			page.getByTestId('new-credential-type-select-option').filter({ hasText: type }).first(),
		);
		await this.person.click(page.getByTestId('new-credential-type-button'));
		const dialog = new CredentialDialog(this.person);
		await dialog.waitUntilShown();
		return dialog;
	}
}
