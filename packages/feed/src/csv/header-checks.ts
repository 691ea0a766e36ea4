import { FeedError } from '../item/feed-error.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { isLongName } from '../limits/long-cell.ts'

/** @throws {FeedError} `column_name_too_long`, `header_too_large` */
export function checkHeader(columns: readonly string[]): void {
  const long = columns.findIndex(isLongName)
  if (long !== -1) throw longColumnName(long + 1, columns[long] as string)
  const characters = columns.reduce((sum, { length }) => sum + length, 0)
  const found =
    columns.length > FEED_LIMITS.columns
      ? ([columns.length, 'columns', FEED_LIMITS.columns] as const)
      : ([characters, 'characters of names', FEED_LIMITS.headerCharacters] as const)
  const [actual, what, limit] = found
  if (actual <= limit) return
  throw new FeedError(
    'header_too_large',
    `The header has ${actual.toLocaleString('en')} ${what}; the limit is ${limit.toLocaleString('en')}. Remove columns, or shorten their names.`,
  )
}

function longColumnName(number: number, name: string): FeedError {
  const limit = FEED_LIMITS.fieldNameCharacters.toLocaleString('en')
  return new FeedError(
    'column_name_too_long',
    `The name of column ${number} of the header has ${name.length.toLocaleString('en')} characters; the limit is ${limit}. Is the first line a header?`,
  )
}
