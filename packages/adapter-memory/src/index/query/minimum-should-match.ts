import { incrementCounters } from '../bits/bitset.ts'
import { both, listed, listOf, type RowSelection } from '../postings/row-selection.ts'
import type { TermSegment } from '../terms/term-segment.ts'
import type { TermGroupRows } from './term-group-rows.ts'

/**
 * The inverse share of rows that are counted individually: at most 1 in 32 of all rows. For more rows, bitsets are
 * faster.
 */
const ONE_BY_ONE_SHARE = 32

/**
 * Returns the rows of `among` that are in at least `min` groups (minimum should match).
 *
 * @param min - At least 1, and less than the number of groups.
 */
export function minShouldMatch(
  segment: TermSegment,
  groups: readonly TermGroupRows[],
  min: number,
  among: RowSelection,
): RowSelection {
  const ascending = [...groups].sort((a, b) => a.bound - b.bound)
  // A row must be in one of the rarest groups; otherwise it misses too many groups.
  const rarest = ascending.slice(0, groups.length - min + 1)
  const bound = rarest.reduce((sum, group) => sum + group.bound, 0)
  if (among.kind === 'list' && among.rows.length <= bound) return countOneByOne(among.rows, ascending, min)
  if (bound * ONE_BY_ONE_SHARE <= segment.length) {
    const rows = new Uint32Array(bound)
    let length = 0
    for (const group of rarest) {
      const inBoth = both(group.selection, among)
      const list = listOf(inBoth, segment.length)
      rows.set(list, length)
      length += list.length
    }
    const sorted = rows.subarray(0, length).sort()
    return countOneByOne(
      sorted.filter((row, at) => at === 0 || row !== sorted[at - 1]),
      ascending,
      min,
    )
  }
  return both(among, countInBitsets(segment, groups, min))
}

function countOneByOne(rows: Uint32Array, groups: readonly TermGroupRows[], min: number): RowSelection {
  const counts = new Uint8Array(rows.length)
  for (const group of groups) {
    const held = group.among(listed(rows))
    if (held.kind !== 'list') continue
    let at = 0
    for (const row of held.rows) {
      while (rows[at] !== row) at++
      counts[at] = (counts[at] as number) + 1
    }
  }
  return listed(rows.filter((_, at) => (counts[at] as number) >= min))
}

/**
 * Counts all rows at once with bitsets. Counts the groups of a row or, if that needs fewer bitsets, the groups that the
 * row misses.
 */
function countInBitsets(segment: TermSegment, groups: readonly TermGroupRows[], min: number): RowSelection {
  const { words } = segment
  const mayMiss = groups.length - min
  const byMisses = mayMiss + 1 < min
  // Element n has the rows that were counted more than n times.
  const countedAbove = Array.from({ length: byMisses ? mayMiss + 1 : min }, () => new Uint32Array(words))
  for (const group of groups) {
    const held = bitsFrom(group.selection, words)
    for (let at = 0; at < words; at++) {
      incrementCounters(countedAbove, at, byMisses ? ~(held[at] as number) : (held[at] as number))
    }
  }
  const bits = countedAbove.at(-1) as Uint32Array<ArrayBuffer>
  if (byMisses) {
    for (let at = 0; at < words; at++) bits[at] = ~(bits[at] as number)
    const beyond = segment.length & 31
    if (beyond > 0) bits[words - 1] = (bits[words - 1] as number) & ((1 << beyond) - 1)
  }
  return { kind: 'bits', bits }
}

function bitsFrom(selection: RowSelection, words: number): Uint32Array {
  if (selection.kind === 'bits') return selection.bits
  const bits = new Uint32Array(words)
  if (selection.kind === 'all') return bits.fill(0xffff_ffff)
  for (const row of selection.rows) bits[row >>> 5] = (bits[row >>> 5] as number) | (1 << (row & 31))
  return bits
}
