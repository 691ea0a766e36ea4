import type { SortedEntries } from '../columns/bucket-entries.ts'
import { HIGH_BITS } from '../columns/mixed-key.ts'
import { GrowingColumn, type Integers, integers } from '../columns/shared-column.ts'
import { type KeyColumns, LAST_FLAG, LIST_FLAG, MAX_ENTRIES } from './key-segment.ts'

type DictionaryColumns = Pick<
  KeyColumns,
  'bucketKeys' | 'bucketEntries' | 'keys' | 'highs' | 'entries' | 'listStarts' | 'listedRows'
>

/** Writes the rows of each key, bucket by bucket. */
export class KeyDictionaryWriter {
  readonly #bucketKeys: Integers
  readonly #bucketEntries: Integers
  readonly #needsHighs: boolean
  readonly #keys: GrowingColumn<Integers>
  readonly #highs = new GrowingColumn(integers, 1)
  readonly #entries: GrowingColumn<Integers>
  readonly #listStarts = new GrowingColumn(integers)
  readonly #listedRows = new GrowingColumn(integers)
  #bucket = 0

  /**
   * @param bucketBits - The number of upper bits of a key that select its bucket.
   * @param entries - The expected number of entries.
   */
  constructor(bucketBits: number, entries: number) {
    this.#bucketKeys = integers(2 ** bucketBits + 1)
    this.#bucketEntries = integers(2 ** bucketBits + 1)
    this.#needsHighs = bucketBits < HIGH_BITS
    this.#keys = new GrowingColumn(integers, Math.max(16, entries))
    this.#entries = new GrowingColumn(integers, Math.max(16, entries))
  }

  put({ highs, lows, rows }: SortedEntries): void {
    for (let at = 0; at < rows.length; ) {
      const low = lows[at] as number
      const high = highs[at] as number
      let end = at + 1
      while (end < rows.length && lows[end] === low && highs[end] === high) end++
      this.#keys.push(low)
      if (this.#needsHighs) this.#highs.push(high)
      if (end - at > MAX_ENTRIES) {
        this.#entries.push((LAST_FLAG | LIST_FLAG | this.#listStarts.length) >>> 0)
        this.#listStarts.push(this.#listedRows.length)
        for (; at < end; at++) this.#listedRows.push(rows[at] as number)
      } else {
        for (; at < end - 1; at++) this.#entries.push(rows[at] as number)
        this.#entries.push(((rows[at++] as number) | LAST_FLAG) >>> 0)
      }
    }
    this.#bucket++
    this.#bucketKeys[this.#bucket] = this.#keys.length
    this.#bucketEntries[this.#bucket] = this.#entries.length
  }

  finish(): DictionaryColumns {
    this.#listStarts.push(this.#listedRows.length)
    return {
      bucketKeys: this.#bucketKeys,
      bucketEntries: this.#bucketEntries,
      keys: this.#keys.finish(),
      highs: this.#highs.finish(),
      entries: this.#entries.finish(),
      listStarts: this.#listStarts.finish(),
      listedRows: this.#listedRows.finish(),
    }
  }
}
