import { basename } from 'node:path'

/** The label of all pairs in a file that have no label of their own; 1 is a match. */
export type FileLabel = '0' | '1'

/**
 * Returns the label of all pairs in a file that have no label of their own: the given label, or else a label from the
 * file's name.
 *
 * @returns undefined if the name contains no label: each pair must then have its own `match`.
 */
export function labelOfFile(path: string, given?: FileLabel): boolean | undefined {
  if (given !== undefined) return given === '1'
  const name = basename(path).toLowerCase()
  const positive = name.includes('positive')
  const negative = name.includes('negative')
  return positive === negative ? undefined : positive
}
