import { runInSandbox } from './bootstrap.mjs';

await runInSandbox('run/main.ts', process.argv.slice(2));
