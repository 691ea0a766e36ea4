import { type Bytes, integers, type Numbers } from '@utpid/adapter-memory/engine'
import type { StoredRecord } from '@utpid/core/storage'
import { isLowerByCode } from '@utpid/core/storage'
import type { RowComponents } from './row-components.ts'

/** The row is not a copy. If its supplier has other records with the same content, the row represents them. */
export const ROW_IS_ORIGINAL = 0
/** Another row represents this row. Only a lookup by code finds this row. */
export const ROW_IS_COPY = 1
/** Another row should represent this row, but lookups by key still find it. A later transaction corrects the record. */
export const ROW_IS_MISPLACED = 2

/** The rows that are copies. */
export interface RowCopies {
  /** For each row: {@link ROW_IS_ORIGINAL}, {@link ROW_IS_COPY} or {@link ROW_IS_MISPLACED}. */
  readonly copyStates: Bytes
  readonly anyMisplaced: boolean
}

/**
 * Returns the rows of the classes that have two or more rows. The rows of a class belong to one supplier and have the
 * same content.
 *
 * @param classes - For each row, the hash of its class; negative for a deleted row.
 */
export function rowClasses(classes: Numbers): RowComponents {
  const sorted = Float64Array.from(classes).sort()
  const shared = new Map<number, number[]>()
  for (let at = 1; at < sorted.length; at++) {
    const hash = sorted[at] as number
    if (hash >= 0 && hash === sorted[at - 1]) shared.set(hash, [])
  }
  const starts = integers(shared.size + 1)
  if (shared.size === 0) return { rows: integers(0), starts }
  let count = 0
  for (let row = 0; row < classes.length; row++) {
    const rows = shared.get(classes[row] as number)
    if (rows === undefined) continue
    rows.push(row)
    count++
  }
  const members = integers(count)
  let end = 0
  for (const [at, rows] of [...shared.values()].entries()) {
    members.set(rows, end)
    end += rows.length
    starts[at + 1] = end
  }
  return { rows: members, starts }
}

/**
 * Stores the copy states of the rows of a class in `copyStates`. Marks each row whose record has a wrong state in
 * `differs`.
 *
 * @param stored - The records of the class, in row order; undefined for a record that was removed meanwhile.
 * @returns the number of marked rows.
 */
export function markCopies(
  rows: ArrayLike<number>,
  stored: readonly (StoredRecord | undefined)[],
  { copyStates, differs }: { readonly copyStates: Bytes; readonly differs: Bytes },
): number {
  let first: StoredRecord | undefined
  for (const each of stored) {
    if (each?.link !== undefined && (first === undefined || isLowerByCode(each.row, first.row))) first = each
  }
  let misplaced = 0
  for (const [at, each] of stored.entries()) {
    if (each?.link === undefined) continue
    const row = rows[at] as number
    const isCopy = each !== first
    if (isCopy) copyStates[row] = each.row.copy === true ? ROW_IS_COPY : ROW_IS_MISPLACED
    if (isCopy === (each.row.copy === true)) continue
    differs[row] = 1
    misplaced++
  }
  return misplaced
}
