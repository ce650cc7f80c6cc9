/**
 * Memory that is written over and over again. V8 counts the bytes of buffers, which lie outside its
 * heap, and collects all of the heap for every few dozen MB that are newly taken: with a buffer for each
 * page that is once for a dozen pages, at a price that grows with what has been read.
 */
export class ReusedBuffer {
	private bytes = Buffer.alloc(0);

	/**
	 * At least so many bytes; what they hold is left over from their last use. What was given before is
	 * not to be used any more.
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
