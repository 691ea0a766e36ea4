/** The layout counts words in a byte. */
const WORDS_MOST = 256
const KIND_BITS = 7
const ARTICLE = 0
const GENERIC = 1
const NUMBER = 2
const OF_BRAND = 8
const OF_CITY = 16

/** Bytes of the longest text that the layout has room for. */
export const TEXT_MOST = 65_536

/** A name read in place, in columns that are used again for the next one; a position is that of a word. */
export class GlancedName {
  /** As `NameFeatures.whole`. */
  whole = 0
  words = 0
  /** False when any word has a letter beyond ASCII: its letters and its length are not known then. */
  isAscii = true
  /** As signed numbers. */
  readonly hashes: Int32Array = new Int32Array(WORDS_MOST)
  readonly lengths: Uint8Array = new Uint8Array(WORDS_MOST)
  /** As `mayBeTypoOf` takes them. */
  readonly letters: Int32Array = new Int32Array(WORDS_MOST)
  readonly #flags: Uint8Array = new Uint8Array(WORDS_MOST)
  #view: DataView = new DataView(new ArrayBuffer(0))
  #from = 0

  /** @returns Where the next one stands. */
  read(view: DataView, from: number): number {
    this.#view = view
    this.whole = view.getUint32(from, true)
    this.words = view.getUint8(from + 4)
    let at = from + 5
    this.#from = at
    let bits = 0
    for (let word = 0; word < this.words; word++) {
      this.hashes[word] = view.getInt32(at, true)
      this.#flags[word] = view.getUint8(at + 4)
      const length = view.getUint8(at + 5)
      this.lengths[word] = length
      at += 6
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

  /** Whether it tells one place from another: all but articles, generic words and the own city. */
  isCore(word: number): boolean {
    const flags = this.#flags[word] as number
    const kind = flags & KIND_BITS
    return kind !== ARTICLE && kind !== GENERIC && (flags & OF_CITY) === 0
  }

  /**
   * Copies the text of a name that is ASCII, its words with a space between them.
   *
   * @param into - Of {@link TEXT_MOST} bytes.
   * @returns Its length.
   */
  copyText(into: Uint8Array): number {
    let [at, length] = [this.#from, 0]
    for (let word = 0; word < this.words; word++) {
      if (word > 0) into[length++] = 0x20
      at += 6
      for (const end = at + (this.lengths[word] as number); at < end; at++) into[length++] = this.#view.getUint8(at)
    }
    return length
  }
}
