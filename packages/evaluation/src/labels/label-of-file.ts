import { basename } from 'node:path'

/** The label of all pairs of a file that do not say it themselves: 1 is a match. */
export type FileLabel = '0' | '1'

/**
 * The label of all pairs of a file that do not say it themselves: as given, else by the file's name.
 *
 * @returns undefined when the name tells nothing: each pair must then have its own `match`.
 */
export function labelOfFile(path: string, given?: FileLabel): boolean | undefined {
  if (given !== undefined) return given === '1'
  const name = basename(path).toLowerCase()
  const positive = name.includes('positive')
  const negative = name.includes('negative')
  return positive === negative ? undefined : positive
}
