const { spawn } = require('node:child_process');

// Stands in for a program that isn't Node's: what leads the group must watch the parent's pipe.
const { program, args, account, endSignal } = JSON.parse(process.argv[2]);
let child;
// Before there is a program to end: once it runs, nothing may come in between.
process.on('SIGTERM', () => child.kill(endSignal));
child = spawn(program, args, { ...account, stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', ({ message }) => {
	console.error(message);
	process.exit(127);
});
child.on('exit', (code) => process.exit(code ?? 1));
