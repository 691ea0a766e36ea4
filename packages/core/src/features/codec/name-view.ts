import { ARTICLE, GENERIC, KIND_BITS, NUMBER, OF_BRAND, OF_CITY, WORD_HEAD_BYTES } from './name-codec.ts'

/** The maximum number of words of a name: the layout stores this number in one byte. */
const MAX_WORDS = 256

/** The maximum number of bytes of a name's text in the layout. */
export const MAX_TEXT_BYTES = 65_536

/**
 * A name view, which reads a stored name in place. The arrays have one element for each word. The view uses the arrays
 * again for the next name.
 */
export class NameView {
  /** The hash of the whole name, equal to `NameFeatures.whole`. */
  whole = 0
  words = 0
  /** False if any word has a non-ASCII letter. The letter sets and lengths are then unknown. */
  isAscii = true
  /** Hashes of the words as signed 32-bit integers. */
  readonly hashes: Int32Array = new Int32Array(MAX_WORDS)
  readonly lengths: Uint8Array = new Uint8Array(MAX_WORDS)
  /** The letter sets of the words, for `mayBeTypoOf`. */
  readonly letters: Int32Array = new Int32Array(MAX_WORDS)
  readonly #flags: Uint8Array = new Uint8Array(MAX_WORDS)
  #view: DataView = new DataView(new ArrayBuffer(0))
  #from = 0

  /**
   * Reads a stored name.
   *
   * @returns The offset of the next name.
   */
  read(view: DataView, from: number): number {
    this.#view = view
    let at = from
    this.whole = view.getUint32(at, true)
    at += 4
    this.words = view.getUint8(at++)
    this.#from = at
    let bits = 0
    for (let word = 0; word < this.words; word++) {
      this.hashes[word] = view.getInt32(at, true)
      at += 4
      this.#flags[word] = view.getUint8(at++)
      const length = view.getUint8(at++)
      this.lengths[word] = length
      let letters = 0
      for (const end = at + length; at < end; at++) {
        const byte = view.getUint8(at)
        bits |= byte
        letters |= 1 << (byte & 31)
      }
      this.letters[word] = letters
    }
    this.isAscii = bits < 0x80
    return at
  }

  isNumber(word: number): boolean {
    return ((this.#flags[word] as number) & KIND_BITS) === NUMBER
  }

  isOfBrand(word: number): boolean {
    return ((this.#flags[word] as number) & OF_BRAND) !== 0
  }

  /** Reports whether a word is a core word: not an article, a generic word or the own city. */
  isCore(word: number): boolean {
    const flags = this.#flags[word] as number
    const kind = flags & KIND_BITS
    return kind !== ARTICLE && kind !== GENERIC && (flags & OF_CITY) === 0
  }

  /**
   * Copies the text of an ASCII name: its words, separated by spaces.
   *
   * @param into - Buffer of {@link MAX_TEXT_BYTES} bytes.
   * @returns The length of the text in bytes.
   */
  copyText(into: Uint8Array): number {
    let [at, length] = [this.#from, 0]
    for (let word = 0; word < this.words; word++) {
      if (word > 0) into[length++] = 0x20
      at += WORD_HEAD_BYTES
      for (const end = at + (this.lengths[word] as number); at < end; at++) into[length++] = this.#view.getUint8(at)
    }
    return length
  }
}
