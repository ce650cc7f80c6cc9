import { Presses } from '../../../sandbox/page/presses';
import { makeEvent } from '../../../sandbox/service';
import { readMessage } from '../../../sandbox/sink/message';

function message(path: string, body: object) {
	const bytes = Buffer.from(JSON.stringify(body));
	const headers = { 'content-type': 'application/json' };
	return { number: 1, ...readMessage({ url: path, headers, body: bytes }, undefined) };
}

const SAID = 'Client <ada> was refused & sent away';
const USER = 'ada@example.com';

it.each([
	['its id', '/ticket', { summary: 'A device', labels: ['event-pressed'] }, true],
	[
		'its words, as Slack wants them',
		'/slack',
		{ text: `*${USER}*\nClient &lt;ada&gt; was refused &amp; sent away` },
		true,
	],
	['its words in a row', '/sheet', { rows: [{ USER, SAID }] }, true],
	['its words in different rows', '/sheet', { rows: [{ USER }, { SAID }] }, false],
	['what else befell the same person', '/slack', { text: `${USER} was refused again` }, false],
])('a press is known by %s', (_what, path, body, isKnown) => {
	const presses = new Presses();
	presses.add([makeEvent({ id: 'pressed', message: SAID, userEmail: USER })]);
	expect(presses.idsIn(message(path, body))).toEqual(isKnown ? ['pressed'] : []);
});

it('a press that says nothing is known by its id alone', () => {
	const presses = new Presses();
	presses.add([makeEvent({ id: 'pressed', message: '', userPrincipal: null })]);
	expect(presses.idsIn(message('/slack', { text: 'Hello' }))).toEqual([]);
});
