import type { ProductId } from '@utpid/core'
import { type Bytes, bytes, GrowingColumn } from '../columns/shared-column.ts'

/** The number of recently written features that are searched for equal features. */
const RECENT_SLOTS = 1 << 16

/** Writes features one after another, each with its length. Equal features of one product are written once. */
export class FeatureWriter {
  readonly #column: GrowingColumn<Bytes> = new GrowingColumn(bytes)
  /** For each hash of product and features: the position of the last write, plus one. */
  readonly #recent = new Uint32Array(RECENT_SLOTS)
  readonly #recentProducts = new Float64Array(RECENT_SLOTS)

  /** @returns the start of the features. */
  put(productId: ProductId, features: Uint8Array): number {
    const slot = slotOf(productId, features)
    const known = (this.#recent[slot] as number) - 1
    if (known >= 0 && this.#recentProducts[slot] === productId && this.#isAt(known, features)) return known
    const start = this.#column.length
    let rest = features.length
    for (; rest > 0x7f; rest >>>= 7) this.#column.push((rest & 0x7f) | 0x80)
    this.#column.push(rest)
    this.#column.append(features)
    this.#recent[slot] = start + 1
    this.#recentProducts[slot] = productId
    return start
  }

  finish(): Bytes {
    return this.#column.finish()
  }

  #isAt(start: number, features: Uint8Array): boolean {
    let { at, length } = featureSpan(this.#column.values, start)
    if (length !== features.length) return false
    for (const byte of features) if (this.#column.at(at++) !== byte) return false
    return true
  }
}

/** Returns the position and length of the features whose length prefix is at `start`. */
export function featureSpan(column: Uint8Array, start: number): { readonly at: number; readonly length: number } {
  let at = start
  let length = 0
  for (let shift = 0; ; shift += 7) {
    const byte = column[at++] as number
    length |= (byte & 0x7f) << shift
    if (byte < 0x80) return { at, length }
  }
}

function slotOf(productId: ProductId, features: Uint8Array): number {
  let hash = productId % 0x7fff_ffff
  for (const byte of features) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash ^ (hash >>> 15)) & (RECENT_SLOTS - 1)
}
