import './instance';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

/**
 * Makes n8n-core keep binary data in files from here on, as n8n does by default, instead of in
 * memory. The files vanish with the test process.
 */
export async function useBinaryFiles(): Promise<BinaryDataService> {
	const service = Container.get(BinaryDataService);
	await service.init();
	return service;
}

/** The bytes behind a binary property, wherever n8n-core keeps them. */
export async function readBinary(property: IBinaryData): Promise<Buffer> {
	return await Container.get(BinaryDataService).getAsBuffer(property);
}
