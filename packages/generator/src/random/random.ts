/**
 * The purposes of random number streams. If these values change, a seed gives other output: append new values, never
 * renumber.
 */
export const STREAM = {
  sibling: 1,
  product: 2,
  presence: 3,
  record: 4,
  city: 5,
  sourceId: 6,
  brand: 7,
  dense: 8,
  district: 9,
  building: 10,
  rare: 11,
  door: 12,
  codes: 13,
} as const

const TWO_32 = 4_294_967_296

/** Applies two rounds of the murmur3 finalizer: neighbouring indexes must not give neighbouring streams. */
function mix(hash: number, value: number): number {
  let h = (hash ^ Math.imul(value, 0xcc9e2d51)) >>> 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/**
 * Returns a 32-bit hash of non-negative safe integers. The order of the integers matters.
 *
 * The hash uses both halves of each number, so a seed may be as large as 2^53 - 1.
 */
export function hashNumbers(...numbers: readonly number[]): number {
  let hash = 0x9e3779b9
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] ?? 0
    hash = mix(mix(hash, number >>> 0), Math.floor(number / TWO_32))
  }
  return hash
}

/** Returns a 32-bit hash of a text's UTF-16 units. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  return mix(hash, text.length)
}

/**
 * A generator of seeded random numbers: sfc32 (Doty-Humphrey's "small fast counting" generator).
 *
 * The generator uses only 32-bit integers, so that a seed gives the same bytes on every machine. A stream is cheap to
 * open. Each product and each record has its own stream, and so does not depend on other products or records.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  /** @param numbers - Non-negative safe integers that identify the stream, the seed first. */
  constructor(...numbers: readonly number[]) {
    const hash = hashNumbers(...numbers)
    this.#a = mix(mix(hash, 1), 0)
    this.#b = mix(mix(hash, 2), 0)
    this.#c = mix(mix(hash, 3), 0)
    for (let i = 0; i < 8; i++) this.next()
  }

  /** Returns an integer from 0 to 2^32 - 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /**
   * Returns an integer from 0 to `limit` - 1. `limit` is 1 to 2^21, so that the product below stays an exact integer.
   */
  below(limit: number): number {
    return Math.floor((this.next() * limit) / TWO_32)
  }

  /** Returns an integer from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + this.below(max - min + 1)
  }

  /** Returns true with a probability in 1/10,000. At 10,000 and above, always returns true. */
  chance(perTenThousand: number): boolean {
    return this.below(10_000) < perTenThousand
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)]
    if (item === undefined) throw new TypeError('cannot pick from an empty list: give at least one item')
    return item
  }

  /** Returns one of `choices` by whole-number weights. At least one weight must be above 0. */
  weighted<T>(choices: readonly (readonly [choice: T, weight: number])[]): T {
    let total = 0
    for (let i = 0; i < choices.length; i++) total += choices[i]?.[1] ?? 0
    let left = this.below(total)
    for (let i = 0; i < choices.length; i++) {
      const choice = choices[i]
      if (choice !== undefined && left < choice[1]) return choice[0]
      left -= choice?.[1] ?? 0
    }
    throw new TypeError('cannot pick by weights that add up to 0: give one choice a weight above 0')
  }
}
