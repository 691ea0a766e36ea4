import { FeedError } from '../item/feed-error.ts'

/** @param what - A clause such as `the page at byte 4 is cut`. */
export function invalidParquet(name: string, what: string, cause?: unknown): FeedError {
  return new FeedError('invalid_parquet', `${name} is not a readable Parquet file: ${what}. Write it again.`, { cause })
}

export function unsupportedParquet(name: string, what: string): FeedError {
  return new FeedError(
    'unsupported_parquet',
    `${name} has ${what}, which is not supported; export it as CSV or JSON Lines.`,
  )
}

export function tooLargeParquet(name: string, what: string, actual: number, limit: number): FeedError {
  const shown = Number.isFinite(actual) ? actual.toLocaleString('en') : 'too many'
  return new FeedError(
    'parquet_too_large',
    `${name} has ${shown} ${what}; the limit is ${limit.toLocaleString('en')}. Write smaller pages, or export it as CSV.`,
  )
}
