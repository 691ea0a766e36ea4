import { putRevision } from '../candidates/key-segment-builder.ts'
import { BucketEntries } from '../columns/bucket-entries.ts'
import { bytes, GrowingColumn, integers, numbers, signedIntegers } from '../columns/shared-column.ts'
import { RANKS, type TermColumns } from '../columns/term-columns.ts'
import { TERM_HIGH_BITS, termBucketBitsFor } from '../columns/term-hash.ts'
import { listOf } from '../postings/row-selection.ts'
import { DELETED, type Merged } from '../segments/segment-set.ts'
import { wordColumns } from '../words/word-columns.ts'
import { PostingsWriter } from './postings-writer.ts'
import { TermCursor } from './term-cursor.ts'
import type { TermSegment } from './term-segment.ts'
import { fillEnds } from './term-segment-builder.ts'

const ROWS_AT_ONCE = 512
const BUCKETS_AT_ONCE = 128

type ProductColumns = Pick<TermColumns, 'productIds' | 'rankEnds' | 'revisions' | 'laterRevisions' | 'points'>

/**
 * Merges segments into one segment without deleted rows. No product may be live in two of the segments. Yields after
 * every small step.
 */
export function* mergeTermSegments(parts: readonly TermSegment[]): Generator<void, Merged<TermColumns>> {
  const { rowsOf, columns } = yield* mergedProducts(parts)
  const dictionary = yield* mergedDictionary(parts, rowsOf, columns.productIds.length)
  const words = yield* wordColumns(dictionary, mergedWords(parts))
  return { columns: { ...columns, ...dictionary, ...words }, rowsOf }
}

function* mergedProducts(
  parts: readonly TermSegment[],
): Generator<void, { readonly rowsOf: readonly Uint32Array[]; readonly columns: ProductColumns }> {
  const length = parts.reduce((sum, part) => sum + part.live, 0)
  const productIds = numbers(length)
  const rankEnds = integers(RANKS)
  const revisions = bytes(length)
  const later = new GrowingColumn(numbers, 2)
  const points = signedIntegers(length * 3)
  const rowsOf = parts.map((part) => new Uint32Array(part.length).fill(DELETED))
  const heads = parts.map((part) => part.nextLive(0))
  let row = 0
  // Continues until no row is left: rows may be deleted while the merge yields, so the count may be too high.
  for (let from = firstOf(parts, heads); from >= 0; from = firstOf(parts, heads), row++) {
    const part = parts[from] as TermSegment
    const old = heads[from] as number
    productIds[row] = part.columns.productIds[old] as number
    putRevision(revisions, later, row, part.revision(old))
    points.set(part.columns.points.subarray(old * 3, old * 3 + 3), row * 3)
    rankEnds[RANKS - 1 - part.rank(old)] = row + 1
    ;(rowsOf[from] as Uint32Array)[old] = row
    heads[from] = part.nextLive(old + 1)
    if (row % ROWS_AT_ONCE === 0) yield
  }
  fillEnds(rankEnds)
  return {
    rowsOf,
    columns: {
      productIds: productIds.subarray(0, row),
      rankEnds,
      revisions: revisions.subarray(0, row),
      laterRevisions: later.finish(),
      points: points.subarray(0, row * 3),
    },
  }
}

/** Returns the part whose next product comes first. */
function firstOf(parts: readonly TermSegment[], heads: readonly number[]): number {
  let best = -1
  let bestRank = -1
  let bestId = 0
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as TermSegment
    const head = heads[at] as number
    if (head >= part.length) continue
    const rank = part.rank(head)
    const id = part.columns.productIds[head] as number
    if (rank > bestRank || (rank === bestRank && id < bestId)) {
      best = at
      bestRank = rank
      bestId = id
    }
  }
  return best
}

function* mergedDictionary(
  parts: readonly TermSegment[],
  rowsOf: readonly Uint32Array[],
  rows: number,
): Generator<void, ReturnType<PostingsWriter['finish']>> {
  const bucketBits = termBucketBitsFor(parts.reduce((sum, { columns }) => sum + columns.lows.length, 0))
  const writer = new PostingsWriter(bucketBits, rows)
  const entries = new BucketEntries()
  const cursors = parts.map((part) => new TermCursor(part))
  for (let bucket = 0; bucket < 2 ** bucketBits; bucket++) {
    entries.clear()
    for (const [from, cursor] of cursors.entries()) {
      const { length } = parts[from] as TermSegment
      const newRows = rowsOf[from] as Uint32Array
      for (; !cursor.isAtEnd && cursor.high >>> (TERM_HIGH_BITS - bucketBits) === bucket; cursor.next()) {
        const held = cursor.rows
        const list = held.asBits === undefined ? held.list : listOf({ kind: 'bits', bits: held.asBits }, length)
        for (const old of list) {
          const row = newRows[old] as number
          if (row !== DELETED) entries.add(cursor.high, cursor.low, row)
        }
      }
    }
    writer.put(entries.sorted())
    if (bucket % BUCKETS_AT_ONCE === 0) yield
  }
  return writer.finish()
}

/** Yields the tags in order. Each tag has the sorted distinct words of all parts. */
function* mergedWords(parts: readonly TermSegment[]): Generator<readonly [tag: string, words: Iterable<string>]> {
  const tags = [...new Set(parts.flatMap((part) => part.wordTags))].sort()
  for (const tag of tags) {
    yield [tag, mergedLists(parts.map((part) => part.wordsOf(tag)?.all() ?? [][Symbol.iterator]()))]
  }
}

function* mergedLists(lists: readonly Iterator<string>[]): Generator<string> {
  const heads = lists.map((list) => list.next())
  for (;;) {
    let lowest: string | undefined
    for (const { done, value } of heads) {
      if (done !== true && (lowest === undefined || value < lowest)) lowest = value
    }
    if (lowest === undefined) return
    yield lowest
    for (const [at, head] of heads.entries()) {
      if (head.done !== true && head.value === lowest) heads[at] = (lists[at] as Iterator<string>).next()
    }
  }
}
