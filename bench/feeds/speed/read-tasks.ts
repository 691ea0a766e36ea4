import { Readable } from 'node:stream'
import { createFeedStats, readFeed } from '@utpid/feed'
import { countRows } from '../../../packages/feed/test/support/count-rows.ts'
import { childTask } from '../../harness/child-task.ts'
import { cpuSeconds, secondsSince } from '../../harness/statistics.ts'
import { type RepeatedFormat, type RepeatedParts, repeatedFeed } from '../files/repeated-feed.ts'

/** The number of rows read from a feed, and the cost. */
export interface ReadCost {
  readonly rows: number
  readonly wall: number
  readonly cpu: number
  /** Peak of the memory of the process in bytes. */
  readonly memory: number
}

/** How far a feed is read: to rows of named values, or to records. */
export type ReadTo = 'rows' | 'records'

/** Reads a file in this process. */
export const readTask = childTask(import.meta, 'read', async (path: string, to: ReadTo): Promise<ReadCost> => {
  return await measured(to === 'rows' ? countRows(path) : recordsOf(path))
})

const GIGABYTE = 1e9
const STEPS = 10

/** Reads a feed that is larger than memory, as a stream. Prints progress. */
export const memoryTask = childTask(
  import.meta,
  'memory',
  async (format: RepeatedFormat, parts: RepeatedParts, gigabytes: number): Promise<ReadCost> => {
    let step = 1
    const stats = createFeedStats()
    const onBytes = (): void => {
      if (step > STEPS || stats.bytesUnpacked < (step / STEPS) * gigabytes * GIGABYTE) return
      console.error(`speed: ${format}, ${((step * gigabytes) / STEPS).toFixed(1)} of ${gigabytes} GB`)
      step += 1
    }
    const source = Readable.from(repeatedFeed(parts, gigabytes * GIGABYTE))
    return await measured(recordsOf(source, { stats, onBytes }))
  },
)

async function measured(items: AsyncIterable<number>): Promise<ReadCost> {
  const [cpuBefore, began] = [cpuSeconds(), performance.now()]
  let rows = 0
  for await (const count of items) rows += count
  const [wall, cpu] = [secondsSince(began), cpuSeconds() - cpuBefore]
  return { rows, wall, cpu, memory: process.resourceUsage().maxRSS * 1_024 }
}

async function* recordsOf(
  source: string | Readable,
  options: Parameters<typeof readFeed>[1] = {},
): AsyncGenerator<number> {
  let rows = 0
  for await (const item of readFeed(source, options)) {
    if ('error' in item) throw new Error(`Line ${item.line}: ${item.error.message}`)
    rows += 1
  }
  yield rows
}
