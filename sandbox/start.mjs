import { runInSandbox } from './bootstrap.mjs';

const [file, ...args] = process.argv.slice(2);
await runInSandbox(file, args);
