import type { Measured, Row } from './row.ts'

/**
 * Merges rows of single parts into the rows of an earlier result. A new row replaces the earlier row with the same id.
 * Without such a row, it follows the previous new row.
 *
 * @param measured - The run of the earlier result. Assigned to each kept row that has no run yet.
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
