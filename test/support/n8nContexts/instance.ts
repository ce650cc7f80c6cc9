import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** n8n-core writes its settings into its user folder as soon as a context is made. */
const userFolder = mkdtempSync(join(process.env.TEST_SCRATCH_FOLDER ?? tmpdir(), 'n8n-'));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'only for tests';
