/** Memory is used again, because V8 collects its whole heap for every few dozen MB of new buffers. */
export class ReusedBuffer {
	private bytes = Buffer.alloc(0);

	/** Keeps the first `keptLength` bytes; the others hold anything. A buffer that was given before is invalid then. */
	take(length: number, keptLength = 0): Buffer {
		if (length > this.bytes.length) {
			const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.bytes.length));
			this.bytes.copy(larger, 0, 0, keptLength);
			this.bytes = larger;
		}
		return this.bytes;
	}
}
