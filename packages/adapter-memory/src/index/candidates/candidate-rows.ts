import type { ProductId } from '@utpid/core'
import type { CandidateColumns, RecordId } from '@utpid/core/storage'

const FIRST_ROWS = 256
const FIRST_BYTES = 32_768

/** Collects candidates in columns that the next call reuses. */
export class CandidateRows {
  #ids = new Float64Array(FIRST_ROWS)
  #products = new Float64Array(FIRST_ROWS)
  #hits = new Uint32Array(FIRST_ROWS * 2)
  #ends = new Uint32Array(FIRST_ROWS)
  #bytes = new Uint8Array(FIRST_BYTES)
  length = 0

  clear(): void {
    this.length = 0
  }

  id(row: number): RecordId {
    return this.#ids[row] as number
  }

  /** @param source - The column with the features: `size` bytes from position `at`. */
  add(
    id: RecordId,
    productId: ProductId,
    low: number,
    high: number,
    source: Uint8Array,
    at: number,
    size: number,
  ): void {
    const row = this.length++
    if (row === this.#ids.length) this.#growRows()
    const start = row === 0 ? 0 : (this.#ends[row - 1] as number)
    if (start + size > this.#bytes.length) this.#growBytes(start + size)
    this.#ids[row] = id
    this.#products[row] = productId
    this.#hits[row * 2] = low
    this.#hits[row * 2 + 1] = high
    for (let byte = 0; byte < size; byte++) this.#bytes[start + byte] = source[at + byte] as number
    this.#ends[row] = start + size
  }

  /** Sorts the rows from `from` to the end by id. */
  sortFrom(from: number): void {
    const order = Uint32Array.from({ length: this.length - from }, (_, at) => from + at).sort(
      (a, b) => this.id(a) - this.id(b),
    )
    // Copies only the rows from `from` on, since a call has a thousand key lookups.
    const { length } = this
    const first = from === 0 ? 0 : (this.#ends[from - 1] as number)
    const ids = this.#ids.slice(from, length)
    const products = this.#products.slice(from, length)
    const hits = this.#hits.slice(from * 2, length * 2)
    const ends = this.#ends.slice(from, length)
    const bytes = this.#bytes.slice(first, this.#ends[length - 1])
    let end = first
    for (const [at, place] of order.entries()) {
      const old = place - from
      const row = from + at
      this.#ids[row] = ids[old] as number
      this.#products[row] = products[old] as number
      this.#hits[row * 2] = hits[old * 2] as number
      this.#hits[row * 2 + 1] = hits[old * 2 + 1] as number
      const start = old === 0 ? first : (ends[old - 1] as number)
      const features = bytes.subarray(start - first, (ends[old] as number) - first)
      this.#bytes.set(features, end)
      end += features.length
      this.#ends[row] = end
    }
  }

  finish(): Pick<CandidateColumns, 'recordIds' | 'productIds' | 'keyHits' | 'featureOffsets' | 'bytes'> {
    const { length } = this
    const featureOffsets = new Uint32Array(length + 1)
    featureOffsets.set(this.#ends.subarray(0, length), 1)
    return {
      recordIds: this.#ids.slice(0, length),
      productIds: this.#products.slice(0, length),
      keyHits: this.#hits.slice(0, length * 2),
      featureOffsets,
      bytes: this.#bytes.slice(0, featureOffsets[length]),
    }
  }

  #growRows(): void {
    const length = this.#ids.length * 2
    const grown = <Of extends Float64Array | Uint32Array>(larger: Of, column: Of): Of => {
      larger.set(column)
      return larger
    }
    this.#ids = grown(new Float64Array(length), this.#ids)
    this.#products = grown(new Float64Array(length), this.#products)
    this.#hits = grown(new Uint32Array(length * 2), this.#hits)
    this.#ends = grown(new Uint32Array(length), this.#ends)
  }

  #growBytes(minLength: number): void {
    const larger = new Uint8Array(Math.max(minLength, this.#bytes.length * 2))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
