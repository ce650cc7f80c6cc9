import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import {
	createItemsOutput,
	MAX_ITEMS_BYTES,
	estimateBytes,
} from '../../../../nodes/OrgEventLog/output/itemsOutput';
import { createItemJsonMaker } from '../../../../nodes/OrgEventLog/output/eventColumns';
import type { ReadConverted } from '../../../../nodes/OrgEventLog/output/outputWriter';
import type { EventShape } from '../../../../nodes/OrgEventLog/parameters/parseOutput';

const EVENT: LoggedEvent = { id: 'e-1', createdAtMs: 1714564800000, fields: { id: 'e-1' } };

async function neverCalled(): Promise<never> {
	return await Promise.reject(new Error('Items take no file'));
}

/** So many events, in pages of ten. */
function writeItems(shape: EventShape, events: number, event = EVENT, maxBytes?: number) {
	const pages = { left: events / 10 };
	const read: ReadConverted = async function* (convert) {
		for (; pages.left > 0; pages.left--) {
			const converted = Array.from({ length: 10 }, () => ({ ...EVENT, output: convert(event) }));
			yield await Promise.resolve(converted);
		}
	};
	return {
		pages,
		output: createItemsOutput(shape, maxBytes).write(read, neverCalled, neverCalled),
	};
}

describe('items that would take all of n8n’s memory', () => {
	const RAW: EventShape = { kind: 'raw' };
	const withMessage = (message: string) => ({ ...EVENT, fields: { ...EVENT.fields, message } });

	it('end the reading, with advice', async () => {
		const { pages, output } = writeItems(RAW, 1_000, withMessage('x'.repeat(5_000)), 2_000_000);
		await expect(output).rejects.toMatchObject({
			kind: 'tooManyItems',
			description: expect.stringContaining('Use Export Events to a File') as string,
		});
		// Some 200 messages of 10,000 bytes, ten to a page.
		expect(pages.left).toBeGreaterThanOrEqual(80);
	});

	it('are many small ones as well', async () => {
		const { output } = writeItems(RAW, 100_000, withMessage(''), 5_000_000);
		await expect(output).rejects.toMatchObject({ kind: 'tooManyItems' });
	});

	it('are those alone that are kept: what Skip leaves out takes none', async () => {
		const event = withMessage('x'.repeat(5_000));
		const read: ReadConverted = async function* (convert) {
			const converted = Array.from({ length: 100 }, () => ({ ...EVENT, output: convert(event) }));
			yield await Promise.resolve(converted.slice(-1));
		};
		const writer = createItemsOutput({ kind: 'raw' }, 100_000);
		expect(await writer.write(read, neverCalled, neverCalled)).toHaveLength(1);
	});

	it('are counted by what they hold, not by what the service sent', async () => {
		const shape: EventShape = { kind: 'columns', columns: ['id'] };
		const { output } = writeItems(shape, 1_000, withMessage('x'.repeat(5_000)), 2_000_000);
		expect(await output).toHaveLength(1_000);
	});

	it('are more than 700,000 simplified events as services log them', () => {
		const fields = {
			...{ id: '1b920dc3-a7ff-43ef-ad24-4224c8f74ecb', severity: 'ERROR', type: 'Access' },
			...{ sub_type: 'Connection', action: 'Unauthorized', result: 'ERROR' },
			...{ external_id: '9c0b2f5e-4a7d-4f0e-8d55-0d1c2b3a4f60', message: 'm'.repeat(150) },
			user_principal: {
				user: { email: 'somebody.with-a-name@example.com' },
				device: {
					friendly_name: 'A laptop of theirs',
					serial_number: 'C02XK0AAJGH5',
					platform: 'macOS',
				},
			},
		};
		const json = createItemJsonMaker({ kind: 'simplified' })({
			...EVENT,
			fields,
		});
		expect(700_000 * estimateBytes(json)).toBeLessThan(MAX_ITEMS_BYTES);
	});
});
