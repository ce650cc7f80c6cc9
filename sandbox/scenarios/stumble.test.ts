import { describe, expect } from 'vitest';
import { kill } from '../lab/faults/kill';
import { at } from '../lab/faults/moments';
import { withServiceAway } from '../lab/faults/outage';
import type { Lab } from '../lab/lab';
import { test } from '../lab/test';
import { single } from '../lab/topologies/single';
import { publishRenamed } from '../n8n/publication';
import { POLLING_MODES } from '../n8n/settings';

const TRIGGER = { filters: { severity: 'INFO' }, options: { afterRestart: 'repeatLast' } };
/** n8n gives an activation five tries within 24 s, and then gives it up for good. */
const LONGER_THAN_AN_ACTIVATION_MS = 35_000;

/** Does something while the service keeps a request of a poll waiting. */
async function duringPoll<Done>(lab: Lab, act: () => Promise<Done>): Promise<Done> {
	return await new Promise((resolve, reject) => {
		const strike = () => void act().then(resolve, reject);
		at({ moment: 'duringPoll', delayMs: 100 }, lab, strike).catch(reject);
	});
}

describe('n8n stumbles, and each alert comes', () => {
	test.concurrent.for(POLLING_MODES)('%s', async (mode, { openLab }) => {
		const lab = await openLab({ topology: single(mode), trigger: TRIGGER });
		const { n8n } = lab;
		lab.add(5, { severity: 'WARN' });
		await lab.delivered();

		lab.say('n8n restarts while the service is away');
		await n8n.stop();
		lab.add(5, { severity: 'WARN' });
		await withServiceAway(lab, async () => {
			await n8n.start();
			await lab.pause(LONGER_THAN_AN_ACTIVATION_MS);
		});
		await lab.delivered();

		lab.say('the trigger is renamed and published while the service is away');
		const publication = await withServiceAway(lab, async () => {
			return await publishRenamed(await lab.api(), 'Alerts', lab.wait);
		});
		expect(publication).toBe('published');
		// Polls that deliver nothing: a durable cursor is written under the new name alone.
		lab.addDropped(5, { severity: 'DEBUG' });
		await lab.poll();
		await lab.poll();
		lab.add(5, { severity: 'WARN' });
		await lab.delivered();

		lab.say('the trigger is published while a poll of it waits for the service');
		const api = await lab.api();
		lab.add(5, { severity: 'WARN' });
		const republication = await duringPoll(
			lab,
			async () => await publishRenamed(api, 'Warnings', lab.wait),
		);
		expect(republication).toBe('published');
		await lab.delivered();

		lab.say('n8n restarts, as planned');
		await n8n.stop();
		await n8n.start();
		await lab.poll();

		lab.say('n8n is killed between its two writes, or as near as it can be hit');
		lab.add(5, { severity: 'WARN' });
		await kill({ moment: 'atFirstWrite', delayMs: 0 }, lab);
		lab.add(5, { severity: 'WARN' });
		await n8n.start();
		await lab.delivered();
		await lab.poll();

		await n8n.stop();
		await lab.look();
		lab.say(lab.ledger.toString());
		const isExact = mode === 'durableCursors';
		expect(lab.ledger.faults(isExact ? 'exactlyOnce' : 'repeatsSaySo')).toEqual([]);
		if (!isExact) expect(lab.ledger.repeats).not.toEqual([]);
	});
});
