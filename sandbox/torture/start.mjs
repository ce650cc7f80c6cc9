import { runInSandbox } from '../bootstrap.mjs';

await runInSandbox('torture/main.ts', process.argv.slice(2));
