import { startStranger, startHostileService } from '../secrets/hostileService';
import { single } from '../lab/topologies/single';
import { test } from '../lab/test';
import { addWorkflow } from '../n8n/editing';
import { fieldOf } from '../n8n/editorApi';
import { runByHand } from '../n8n/manualRun';
import { createAccounts } from '../secrets/accounts';
import { openBrowser, readEverything } from '../secrets/browser';
import { Course } from '../secrets/course';
import type { PlantedDecoy } from '../secrets/decoys';
import { decoyText, isByN8n, missedOf, newSecret } from '../secrets/decoys';
import { filesOf, plantInFiles } from '../secrets/files';
import { Search } from '../secrets/search';
import { decoyWorkflow } from '../secrets/workflows';

const DAY_MS = 86_400_000;
const VARIABLES = {
	// To both places where n8n can put its log.
	N8N_LOG_LEVEL: 'debug',
	N8N_LOG_OUTPUT: 'console,file',
	// What is pushed to the browser comes as one stream then, instead of over a WebSocket.
	N8N_PUSH_BACKEND: 'sse',
};

/** Whom the simulated service has issued a token to, as the token itself says. */
function ownerOf(accessToken: string): string {
	const [, payload = ''] = accessToken.split('.');
	return String(fieldOf(JSON.parse(Buffer.from(payload, 'base64url').toString()), 'sub'));
}

test('no secret is anywhere, whatever goes wrong', async ({ run, openLab, expect }) => {
	const lab = await openLab({
		topology: single('inMemory', { variables: VARIABLES }),
		published: [],
		history: { events: 300, startMs: Date.now() - DAY_MS },
	});
	const { service } = lab.systems;
	const { settings } = lab.n8n.main.n8n;
	const stranger = await startStranger(run);
	const hostile = await startHostileService(stranger.baseUrl, run);
	const accounts = createAccounts(service, hostile);
	const browser = await openBrowser(settings, run.signal);
	const { api } = browser;
	const scene = { api, service, hostile, strangerUrl: stranger.baseUrl, accounts };
	const cameIn = await new Course({ ...scene, wait: lab.wait }).take();

	lab.say('a decoy goes where the output of nodes goes, and everything is opened in the editor');
	const inExecution = newSecret('decoy in an execution');
	const decoys: PlantedDecoy[] = ['database', 'browser', 'push'].map((place) => {
		return { secret: inExecution, place, as: 'text' };
	});
	const { id } = await addWorkflow(api, decoyWorkflow(decoyText(inExecution)));
	await runByHand(api, id, lab.wait);
	const executions = await readEverything(api);
	const whileRunning = filesOf(settings);
	await lab.n8n.stop();
	decoys.push(...plantInFiles(settings));
	const atStranger = newSecret('decoy at the stranger');
	const body = JSON.stringify(decoyText(atStranger));
	await fetch(stranger.baseUrl, { method: 'POST', body });
	decoys.push({ secret: atStranger, place: 'stranger', as: 'text' });

	const owners = Object.values(accounts);
	const secrets = [
		...owners.map(({ secret }) => secret),
		...cameIn,
		...service.issuedAccessTokens.map((value) => {
			return { name: `an access token of ${ownerOf(value)}`, value };
		}),
		...hostile.issued.map(({ accessToken: value, refreshToken }) => {
			const owner = owners.find(({ secret }) => secret.value === refreshToken);
			return { name: `an access token of ${owner?.name ?? 'nobody'}`, value };
		}),
	];
	const haystacks = [
		...[...whileRunning, ...filesOf(settings), ...browser.received()],
		{ place: 'stranger', name: 'requests', bytes: stranger.received() },
	];
	const bytes = haystacks.reduce((sum, haystack) => sum + haystack.bytes.length, 0);
	lab.say(`searching for ${secrets.length} secrets of ${executions} executions in ${bytes} bytes`);
	const search = new Search([...secrets, ...decoys.map(({ secret }) => secret)]);
	const finds = haystacks.flatMap((haystack) => search.findIn(haystack));
	expect(decoys.flatMap((decoy) => missedOf(decoy, finds))).toEqual([]);
	const ofSecrets = finds.filter(({ secret }) => decoys.every((one) => one.secret.name !== secret));
	const byN8n = ofSecrets.filter(isByN8n);
	lab.say(`put there by n8n's HTTP Request node, as SECURITY.md says: ${byN8n.length}`);
	expect(ofSecrets.filter((find) => !isByN8n(find))).toEqual([]);
});
