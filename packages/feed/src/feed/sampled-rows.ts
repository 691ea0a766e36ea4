import type { RawItem } from '../item/feed-item.ts'

type Row = Record<string, unknown>

/** Characters of rows that are held back. Longer rows are sampled by fewer of them. */
const MAX_CHARACTERS = 2_000_000
/** Rows and errors that are held back. A broken source may have millions of errors before its first row. */
const MAX_HELD = 10_000

/**
 * Yields the batches of a reader unchanged, and calls `onSample` once before the first of them. The batches until then
 * are held back.
 *
 * @param maxRows - Rows of the sample.
 * @param onSample - A function that is called with the first rows. It may be called again with more rows before the first
 *   batch is yielded. It returns whether the rows are enough.
 */
export async function* sampledRows(
  batches: AsyncIterable<RawItem[]>,
  maxRows: number,
  onSample: (rows: readonly Row[]) => boolean,
): AsyncGenerator<RawItem[], void, undefined> {
  const held: RawItem[] = []
  const rows: Row[] = []
  let characters = 0
  let nextLook = 1
  let isSampled = false
  let failure: { readonly error: unknown } | undefined
  const iterator = batches[Symbol.asyncIterator]()
  try {
    while (!isSampled) {
      let next: IteratorResult<RawItem[]>
      try {
        next = await iterator.next()
      } catch (error) {
        failure = { error }
        break
      }
      if (next.done === true) break
      for (const item of next.value) {
        held.push(item)
        if ('error' in item || rows.length >= maxRows) continue
        rows.push(item.row)
        characters += charactersOf(item.row, MAX_CHARACTERS)
      }
      const isFull = rows.length >= maxRows || characters >= MAX_CHARACTERS || held.length >= MAX_HELD
      if (!isFull && (rows.length === 0 || rows.length < nextLook)) continue
      // Looking again after each batch would take quadratic time.
      nextLook = 2 * rows.length
      isSampled = onSample(rows) || isFull
    }
    if (!isSampled) onSample(rows)
    if (held.length > 0) yield held
    if (failure !== undefined) throw failure.error
    if (isSampled) yield* { [Symbol.asyncIterator]: () => iterator }
  } finally {
    await iterator.return?.()
  }
}

/** Returns the number of characters of the texts in a value, at most about `max`. */
function charactersOf(value: unknown, max: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let characters = 0
  for (const member of Object.values(value)) {
    characters += charactersOf(member, max - characters)
    if (characters >= max) break
  }
  return characters
}
