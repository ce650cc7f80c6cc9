/** Memory is used again, because V8 collects its whole heap for every few dozen MB of new buffers. */
export class ReusedBuffer {
	private bytes = Buffer.alloc(0);

	/** Gives at least `length` bytes, the first `keptLength` as before. It invalidates the buffer given before. */
	take(length: number, keptLength = 0): Buffer {
		if (length > this.bytes.length) {
			const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.bytes.length));
			this.bytes.copy(larger, 0, 0, keptLength);
			this.bytes = larger;
		}
		return this.bytes;
	}
}
