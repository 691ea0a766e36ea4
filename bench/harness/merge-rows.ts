import type { Measured, Row } from './row.ts'

/**
 * Rows of a run of single parts, put into those of an earlier result: a new row replaces the earlier one of the same id;
 * otherwise it follows the new row before it.
 *
 * @param measured - Of the earlier result; each of its rows that is kept gets it, unless it has its own.
 */
export function mergeRows(rows: readonly Row[], earlier: readonly Row[], measured: Measured): Row[] {
  const merged: Row[] = earlier.map((row) => ({ ...row, measured: row.measured ?? measured }))
  let next = merged.length
  for (const row of rows) {
    const same = merged.findIndex(({ id }) => id === row.id)
    if (same < 0) merged.splice(next, 0, row)
    else merged[same] = row
    next = (same < 0 ? next : same) + 1
  }
  return merged
}
