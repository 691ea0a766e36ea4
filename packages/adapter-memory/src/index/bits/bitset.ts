/** A bitset of rows, in 32-bit words. All bitsets of one computation have the same length. */
export type Bitset = Uint32Array<ArrayBuffer>

export function wordsFor(rows: number): number {
  return (rows + 31) >>> 5
}

export function setRow(bits: Bitset, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] as number) | (1 << (row & 31))
}

export function clearRow(bits: Bitset, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] as number) & ~(1 << (row & 31))
}

export function hasRow(bits: Bitset, row: number): boolean {
  return (((bits[row >>> 5] as number) >>> (row & 31)) & 1) === 1
}

/** Intersects `bits` with `others`, in place. */
export function intersectInto(bits: Bitset, others: Bitset): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] as number) & (others[at] as number)
}

/** @param others - A bitset, possibly with another length; words beyond the end of `bits` must be empty. */
export function uniteInto(bits: Bitset, others: Bitset): void {
  const length = Math.min(bits.length, others.length)
  for (let at = 0; at < length; at++) bits[at] = (bits[at] as number) | (others[at] as number)
}

export function subtractFrom(bits: Bitset, others: Bitset): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] as number) & ~(others[at] as number)
}

/**
 * Counts the rows in words `from` to `to - 1`.
 *
 * @param bits - The bitset, possibly in shared memory.
 */
export function countRows(bits: Uint32Array, from = 0, to: number = bits.length): number {
  let count = 0
  let at = from
  // Sums three words at once in fields of 4 bits. The sum of a field is at most 12.
  for (; at + 2 < to; at += 3) {
    const one = bits[at] as number
    const two = bits[at + 1] as number
    const three = bits[at + 2] as number
    if ((one | two | three) === 0) continue
    const fields = (bitsPerNibble(one) + bitsPerNibble(two) + bitsPerNibble(three)) | 0
    count += Math.imul((fields & 0x0f0f0f0f) + ((fields >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24
  }
  for (; at < to; at++) count += bitCount(bits[at] as number)
  return count
}

/** Returns the number of bits set in each group of four, as fields of 4 bits. */
function bitsPerNibble(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
}

/**
 * Increments the counters of the rows of one word.
 *
 * @param countedAbove - Element n has the rows that were counted more than n times. The number of elements limits the
 *   counters.
 * @param at - The index of the word.
 */
export function incrementCounters(countedAbove: readonly Bitset[], at: number, rows: number): void {
  let counted = rows
  for (const level of countedAbove) {
    const before = level[at] as number
    level[at] = before | counted
    counted &= before
  }
}

/** Counts the rows of the intersection. The bitsets may have different lengths. */
export function countCommon(a: Bitset, b: Bitset): number {
  const length = Math.min(a.length, b.length)
  let count = 0
  for (let at = 0; at < length; at++) {
    const word = (a[at] as number) & (b[at] as number)
    if (word !== 0) count += bitCount(word)
  }
  return count
}

/**
 * Visits each row in ascending order.
 *
 * @param bits - The bitset, possibly in shared memory.
 */
export function eachRow(bits: Uint32Array, visit: (row: number) => void): void {
  for (let at = 0; at < bits.length; at++) {
    for (let rest = bits[at] as number; rest !== 0; rest &= rest - 1) visit((at << 5) + 31 - Math.clz32(rest & -rest))
  }
}

export function bitCount(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
