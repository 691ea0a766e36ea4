import { openDurableStorage } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { readFeed } from '@utpid/feed'
import { readRows, withoutCode } from '../feeds/feed-rows.ts'
import { FRENCH_FEED, FRENCH_SOURCE, feedPath, PARIS_FEEDS } from '../feeds/paris.ts'
import { openRegistry } from '../feeds/registries.ts'
import { childTask, runTask, type TaskResult } from '../harness/child-task.ts'
import { load } from '../harness/machine.ts'
import { dataPart, type PartContext } from '../harness/part.ts'
import { count } from '../harness/row.ts'
import { overRuns, secondsSince, spread, timeEach } from '../harness/statistics.ts'
import { withFolder } from '../harness/with-folder.ts'

const RUNS = 3

export type ImportedFeed = TaskResult<typeof importTask>

/** Reads and imports the feed of a whole country, then matches other suppliers' records of the same hotels. */
export const importPart = dataPart('import', async (context) => {
  const [volatile, durable] = [runs('volatile', context), runs('durable', context)]
  const { records, inputs } = volatile[0] as ImportedFeed
  const [over, overDurable] = [overRuns(volatile), overRuns(durable)]
  return {
    n: records,
    rows: [
      [
        'import.volatile',
        `import of ${count(records)} French records, volatile`,
        over((run) => run.seconds),
        's',
        '<= 8',
      ],
      ['import.durable', '... durable', overDurable((run) => run.seconds), 's', '<= 12'],
      ['match.p50', `match, ${count(inputs)} records of other suppliers, p50`, over((run) => run.p50), 'ms', '<= 1'],
      ['match.p99', '... p99', over((run) => run.p99), 'ms', '<= 5'],
      ['match.max', '... the slowest', over((run) => run.max), 'ms'],
      ['import.memory', 'memory after the volatile import', over((run) => run.memoryMegabytes), 'MB'],
    ],
  }
})

function runs(kind: 'volatile' | 'durable', { data = '', say }: PartContext): ImportedFeed[] {
  return Array.from({ length: RUNS }, (_, at) => {
    const run = importFrance(kind, data)
    say(`import: ${kind} ${at + 1} of ${RUNS}: ${run.seconds.toFixed(2)} s (load ${load()})`)
    return run
  })
}

/** Imports the French feed in a cold process, then matches the records of the other feeds. */
export function importFrance(kind: 'volatile' | 'durable', data: string): ImportedFeed {
  return runTask(importTask, kind, data)
}

const importTask = childTask(import.meta, 'import', (kind: 'volatile' | 'durable', data: string) =>
  withFolder(async (folder) => {
    const storage = kind === 'durable' ? await openDurableStorage(folder) : createMemoryStorage()
    await using registry = await openRegistry(storage)
    const started = performance.now()
    const { read } = await registry.import(recordsOf(feedPath(data, FRENCH_FEED)), { termFrequencies: 'manual' })
    const seconds = secondsSince(started)
    globalThis.gc?.()
    const memoryMegabytes = Math.round(process.memoryUsage().rss / 2 ** 20)
    const others = PARIS_FEEDS.filter(({ source }) => source !== FRENCH_SOURCE)
    // Read the inputs first, so that only matching is timed.
    const rows = (await Promise.all(others.map(({ file }) => readRows(feedPath(data, file))))).flat()
    const times = await timeEach(rows.map(withoutCode), (input) => registry.match(input))
    return { records: read, seconds, memoryMegabytes, inputs: times.length, ...spread(times) }
  }),
)

/** The import reads the file while it writes. */
async function* recordsOf(file: string): AsyncGenerator<Record<string, unknown>, void> {
  for await (const item of readFeed(file)) {
    if ('error' in item) throw new Error(`${file}:${item.line}: ${item.error.message}`)
    yield item.record
  }
}
