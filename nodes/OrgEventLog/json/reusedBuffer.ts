/** Memory is used again here, because V8 collects its whole heap for every few dozen MB of new buffers. */
export class ReusedBuffer {
	private bytes = Buffer.alloc(0);

	/**
	 * Gives at least `length` bytes, with whatever their last use left in them. A buffer that was given before must not
	 * be used any more.
	 *
	 * @param kept how many of the bytes given before are still needed, at the beginning
	 */
	take(length: number, kept = 0): Buffer {
		if (length > this.bytes.length) {
			const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.bytes.length));
			this.bytes.copy(larger, 0, 0, kept);
			this.bytes = larger;
		}
		return this.bytes;
	}
}
