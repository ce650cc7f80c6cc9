const { Socket } = require('node:net');

// The parent holds the other end of this pipe. However it ends, kill -9 included, the pipe closes.
const parent = new Socket({ fd: 3, readable: true, writable: false });
parent.on('error', endGroup).on('close', endGroup).resume().unref();

function endGroup() {
	process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL');
}
