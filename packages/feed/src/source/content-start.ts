/** Blank bytes at the start of a source that are read to find its first line with text. */
const BLANK_BYTES_MAX = 16 * 1024 * 1024

/** Finds the start of the first line with text in a head that grows. Each byte is examined once. */
export class ContentStart {
  #at = 0
  #isFound = false

  /**
   * Returns the index of the first byte that is not blank, or the number of bytes if all are blank.
   *
   * @param head - All bytes so far.
   */
  find(head: Uint8Array): number {
    while (!this.#isFound && this.#at < head.length) {
      if (isBlankByte(head[this.#at] as number)) this.#at += 1
      else this.#isFound = true
    }
    return this.#at
  }

  /** Returns whether more blank bytes than any feed has were read. */
  isBeyond(head: Uint8Array): boolean {
    return this.find(head) >= BLANK_BYTES_MAX
  }
}

/** Spaces, tabs and line ends. */
function isBlankByte(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}
