/**
 * `import-once.ts FOLDER FEEDS`: imports the feeds in FEEDS, one after another, into the registry in FOLDER; prints an
 * {@link ImportRun}. Transactions are those of `utpid import`. The import changes the registry, so FOLDER is a copy or
 * empty.
 */
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry, type Registry } from '@utpid/core'
import type { ImportCounts } from '@utpid/core/operations'
import { readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { load } from '../../harness/machine.ts'
import { readImportFeeds } from '../inputs/import-feeds.ts'
import { type ImportRun, RATES } from '../runs/import-run.ts'

const [folder = '', feedFolder = ''] = process.argv.slice(2)
const feeds = readImportFeeds(feedFolder)
const loadBefore = load()
const registry = await opened()
const before = await recordsIn(registry)
const rates: number[] = []
const counts: Record<keyof ImportCounts, number> = {
  read: 0,
  linked: 0,
  created: 0,
  alerted: 0,
  updated: 0,
  unchanged: 0,
  withheld: 0,
  rejected: 0,
  superseded: 0,
  repaired: 0,
}
const cpuBefore = process.cpuUsage()
const began = performance.now()
let lastRead = 0
let lastTime = began
for (const file of feeds.files.map((name) => join(feedFolder, name))) {
  const earlier = counts.read
  const report = await registry.import(recordsOf(file), { onProgress: ({ read }) => note(earlier + read) })
  for (const name of Object.keys(counts) as (keyof ImportCounts)[]) counts[name] += report[name]
}
const seconds = secondsSince(began)
const { user, system } = process.cpuUsage(cpuBefore)
const after = await recordsIn(registry)
const closing = performance.now()
await registry.close()
const closeSeconds = secondsSince(closing)
const again = await opened()
const reopened = await recordsIn(again)
await again.close()
const run: ImportRun = {
  feeds,
  counts,
  before,
  after,
  reopened,
  seconds,
  cpuSeconds: (user + system) / 1e6,
  closeSeconds,
  rates,
  most: process.resourceUsage().maxRSS * 1_024,
  load: [loadBefore, load()],
}
process.stdout.write(JSON.stringify(run))

/** Opens the folder as commands do. */
async function opened(): Promise<Registry> {
  const storage = await openDurableStorage(folder)
  return await createRegistry({ storage, gazetteer: loadGazetteer(), yield: async () => void (await setImmediate()) })
}

async function recordsIn(registry: Registry): Promise<number> {
  return (await registry.stats()).records.total
}

async function* recordsOf(file: string): AsyncGenerator<unknown> {
  for await (const item of readFeed(file)) {
    if ('error' in item) throw new Error(`${file}:${item.line}: ${item.error.message}`)
    yield item.record
  }
}

/** Prints progress, since an import of a million takes minutes. */
function note(read: number): void {
  if (read - lastRead < feeds.records / RATES && read < feeds.records) return
  const now = performance.now()
  const rate = ((read - lastRead) * 1_000) / (now - lastTime)
  rates.push(rate)
  console.error(`import: ${read.toLocaleString('en')} records, ${Math.round(rate).toLocaleString('en')} a second`)
  lastRead = read
  lastTime = now
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1_000
}
