import { runInSandbox } from '../sandbox/bootstrap.mjs';

await runInSandbox('../bench/main.ts', process.argv.slice(2));
