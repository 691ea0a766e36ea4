import { type FeedFailure, failure } from '../item/feed-item.ts'
import { FEED_LIMITS } from './feed-limits.ts'
import { shownName } from './long-cell.ts'

/**
 * Returns the failure of a record that took too long to read. It names the longest field, which is the most likely
 * cause.
 */
export function slowRecordFailure(line: number, row: Record<string, unknown>, milliseconds: number): FeedFailure {
  const spent = Math.round(milliseconds).toLocaleString('en')
  const limit = FEED_LIMITS.recordCpuMilliseconds.toLocaleString('en')
  const { name, characters } = longestField(row)
  const longest = `the longest field is ${shownName([name])} with ${characters.toLocaleString('en')} characters`
  const message = `Reading the record took ${spent} ms of CPU time; the limit is ${limit} ms; ${longest}. Shorten or remove that field.`
  return failure(line, 'too_slow', message)
}

function longestField(row: Record<string, unknown>): { name: string; characters: number } {
  let longest = { name: '', characters: 0 }
  for (const [name, value] of Object.entries(row)) {
    const characters = typeof value === 'string' ? value.length : (JSON.stringify(value) ?? '').length
    if (characters > longest.characters) longest = { name, characters }
  }
  return longest
}
