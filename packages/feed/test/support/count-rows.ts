import { createFeedStats } from '../../src/feed/feed-stats.ts'
import { openRows } from '../../src/feed/open-rows.ts'
import { cpuClock } from '../../src/limits/cpu-clock.ts'
import { openSource } from '../../src/source/open-source.ts'

/** Reads a file to rows, without records, and yields the number of rows in each batch. */
export async function* countRows(path: string): AsyncGenerator<number> {
  const source = await openSource(path, {})
  const hooks = { clock: cpuClock(), stats: createFeedStats(), isKnown: () => true, onHeader: () => {} }
  for await (const items of openRows(source, {}, hooks)) {
    for (const item of items) if ('error' in item) throw new Error(`${path}:${item.line}: ${item.error.message}`)
    yield items.length
  }
}
