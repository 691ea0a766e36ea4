/** `import-once.ts volatile|durable`: one import in a separate, cold process; prints an {@link ImportRun}. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry, type Storage } from '@utpid/core'
import { readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { FRENCH_SOURCE, feedPath, PARIS_FEEDS } from '../feeds/paris-feeds.ts'
import { quantile } from '../harness/quantile.ts'

export interface ImportRun {
  readonly records: number
  /** From the first byte of the file to the last commit. */
  readonly seconds: number
  readonly inputs: number
  /** Milliseconds of one match. */
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** Resident memory after a garbage collection. */
  readonly memoryMegabytes: number
}

const [kind] = process.argv.slice(2)
const data = process.env.UTPID_DATA
if (data === undefined) throw new Error('UTPID_DATA is not set.')

const folder = await mkdtemp(join(tmpdir(), 'utpid-bench-'))
try {
  const storage = kind === 'durable' ? await openDurableStorage(folder) : createMemoryStorage()
  process.stdout.write(JSON.stringify(await measure(storage, data)))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measure(storage: Storage, data: string): Promise<ImportRun> {
  await using registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
  const french = PARIS_FEEDS.filter(({ source }) => source === FRENCH_SOURCE)
  const started = performance.now()
  const { read } = await registry.import(recordsOf(french.map(({ file }) => feedPath(data, file))))
  const seconds = (performance.now() - started) / 1_000
  globalThis.gc?.()
  const memoryMegabytes = Math.round(process.memoryUsage().rss / 2 ** 20)
  const others = PARIS_FEEDS.filter(({ source }) => source !== FRENCH_SOURCE)
  const times = await timeMatches(registry, recordsOf(others.map(({ file }) => feedPath(data, file))))
  return {
    records: read,
    seconds,
    inputs: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    max: quantile(times, 1),
    memoryMegabytes,
  }
}

async function timeMatches(registry: Registry, records: AsyncIterable<Record<string, unknown>>): Promise<number[]> {
  // Read the inputs first, so that only matching is timed.
  const inputs: Record<string, unknown>[] = []
  for await (const { supplier: _supplier, code: _code, ...input } of records) inputs.push(input)
  const times: number[] = []
  for (const input of inputs) {
    const started = performance.now()
    await registry.match(input)
    times.push(performance.now() - started)
  }
  return times
}

async function* recordsOf(files: readonly string[]): AsyncGenerator<Record<string, unknown>, void> {
  for (const file of files) {
    for await (const item of readFeed(file)) {
      if ('error' in item) throw new Error(`${file}:${item.line}: ${item.error.message}`)
      yield item.record
    }
  }
}
