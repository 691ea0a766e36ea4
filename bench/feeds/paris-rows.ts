import { parseWhere, readFeed } from '@utpid/feed'
import type { FeedRow } from './feed-row.ts'
import { FRENCH_SOURCE, feedPath, PARIS_CITY, PARIS_FEEDS } from './paris-feeds.ts'

/**
 * Reads the records of the Paris feeds, by source.
 *
 * @throws Error naming the first unreadable line.
 */
export async function parisRows(data: string): Promise<Map<string, readonly FeedRow[]>> {
  const feeds = new Map<string, readonly FeedRow[]>()
  for (const { file, source } of PARIS_FEEDS) {
    const rows: FeedRow[] = []
    const where = parseWhere(source === FRENCH_SOURCE ? [`city=${PARIS_CITY}`] : [])
    for await (const item of readFeed(feedPath(data, file), { where })) {
      if ('error' in item) throw new Error(`${file}:${item.line}: ${item.error.message}`)
      rows.push(item.record)
    }
    feeds.set(source, rows)
  }
  return feeds
}
