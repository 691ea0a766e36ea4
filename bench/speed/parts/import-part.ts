import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import type { Registry } from '@utpid/core'
import type { ImportCounts } from '@utpid/core/operations'
import { readFeed } from '@utpid/feed'
import { openRegistry, PAUSING } from '../../feeds/registries.ts'
import { childTask, type TaskResult } from '../../harness/child-task.ts'
import { load } from '../../harness/machine.ts'
import { type PartContext, part, wholeNumber } from '../../harness/part.ts'
import { below, count, type Figure } from '../../harness/row.ts'
import { cpuSeconds, overRuns, secondsSince, sum } from '../../harness/statistics.ts'
import {
  type FeedRecord,
  firstRecords,
  type ImportFeeds,
  otherRecords,
  readImportFeeds,
  writeImportFeeds,
} from '../inputs/import-feeds.ts'
import { SpeedFolder } from '../inputs/speed-folder.ts'

const IMPORTED = 1_000_000
/** Each run takes many minutes. */
const RUNS = 1
const MAX_SECONDS = 14_400
/** Number of equal parts of an import, each with its own rate. */
const RATES = 10
const OUTCOMES = ['linked', 'created', 'alerted', 'updated', 'unchanged', 'superseded', 'rejected'] as const
const COUNTS = ['read', ...OUTCOMES, 'suppressed'] as const

type Counted = (typeof COUNTS)[number]

type ImportRun = TaskResult<typeof importTask>

/** Imports feeds with matching and clustering into an empty folder, and into a copy of the generated registry. */
export const importPart = part('import', async (context) => {
  const place = await SpeedFolder.open(context)
  const wanted = wholeNumber(context, 'import', IMPORTED)
  const empty = measure(place, 'empty', wanted, firstRecords(context.seed, wanted), context)
  const onto = measure(place, 'onto', wanted, otherRecords(context.seed, wanted, place.products), context)
  const { records, known } = (onto[0] as ImportRun).feeds
  const share = Math.round((known / records) * 100)
  const intoEmpty = `import of ${count(wanted)} records of six suppliers into an empty folder`
  const ontoAll = `import onto ${count(place.records)} records: ${count(wanted)} of six other suppliers, ${share} % of products that it has`
  return {
    n: place.records,
    rows: [
      ...below('import.empty', figuresOf(intoEmpty, empty, 4_000)),
      ...below('import.onto', figuresOf(ontoAll, onto, 3_000)),
    ],
  }
})

/**
 * The feeds and the target registry are inside the folder of the generated registry, so they are on the same disk and
 * are deleted with it.
 */
function measure(
  place: SpeedFolder,
  kind: 'empty' | 'onto',
  wanted: number,
  records: Iterable<FeedRecord>,
  context: PartContext,
): ImportRun[] {
  const work = join(place.folder, 'import')
  const [feeds, registry] = [join(work, 'feeds'), join(work, 'registry')]
  const runs = wholeNumber(context, 'runs', RUNS)
  let isMade = false
  try {
    return Array.from({ length: runs }, (_, at) => {
      const key = `import-${kind}-${wanted}-${at + 1}`
      if (!place.isFinished(key)) {
        if (!isMade) {
          context.say(`speed: generating ${count(wanted)} records to import`)
          rmSync(work, { recursive: true, force: true })
          writeImportFeeds(feeds, records)
          isMade = true
        }
        rmSync(registry, { recursive: true, force: true })
        if (kind === 'onto') place.copyRegistry(registry)
        context.say(`speed: importing them (${kind}), ${at + 1} of ${runs}`)
      }
      return place.once(key, importTask, MAX_SECONDS, registry, feeds)
    })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function figuresOf(what: string, runs: readonly ImportRun[], minPerSecond: number): Figure[] {
  const over = overRuns(runs)
  const lost = Math.max(...runs.map(lostRecords))
  const perCpuSecond = over(({ counts, cpu }) => counts.read / cpu)
  return [
    ['per-second', what, over(({ counts, seconds }) => counts.read / seconds), 'records/s', `>= ${minPerSecond}`],
    ['per-cpu-second', '... a second of the processor', perCpuSecond, 'records/s'],
    ['slowest', '... the slowest tenth', over(({ rates }) => Math.min(...rates)), 'records/s'],
    ['last', '... the last tenth', over(({ rates }) => rates.at(-1) ?? Number.NaN), 'records/s'],
    ...OUTCOMES.map((outcome): Figure => [outcome, `... ${outcome}`, over(({ counts }) => counts[outcome]), 'count']),
    ['lost', '... lost, also after it was closed and opened again', lost, 'count', '= 0'],
    ['close', '... closing, with the snapshot of the index', over((run) => run.closeSeconds), 's'],
    ['most', '... the most that the process held, mapped files among it', over((run) => run.most) / 2 ** 20, 'MB'],
    ['load', '... load of the machine', over((run) => run.load), ''],
  ]
}

/** The expected and the actual counts of an import. */
export interface ImportedCounts {
  readonly feeds: ImportFeeds
  readonly counts: Readonly<Record<Counted, number>>
  /** Records of the registry before the import, after it, and after reopening. */
  readonly before: number
  readonly after: number
  readonly reopened: number
}

/** Number of lost records: not read, without an outcome, or not in the registry although written. */
export function lostRecords({ feeds: { records }, counts, before, after, reopened }: ImportedCounts): number {
  const { read, linked, created, alerted, updated, unchanged, suppressed, rejected, superseded } = counts
  const added = linked + created + alerted
  const outcomes = added + updated + unchanged + suppressed + rejected + superseded
  const differences = [records - read, read - outcomes, before + added - after, after - reopened]
  return sum(differences.map(Math.abs))
}

/** Imports feeds, one after another, into the registry in a folder. Transactions are those of `utpid import`. */
const importTask = childTask(import.meta, 'import', async (folder: string, feedFolder: string) => {
  const feeds = readImportFeeds(feedFolder)
  const registry = await opened(folder)
  const before = await recordsIn(registry)
  const rates = new Rates(feeds.records / RATES)
  const reports: ImportCounts[] = []
  const countOf = (name: keyof ImportCounts): number => sum(reports.map((report) => report[name]))
  const [cpuBefore, began] = [cpuSeconds(), performance.now()]
  for (const file of feeds.files) {
    const earlier = countOf('read')
    const report = await registry.import(recordsOf(join(feedFolder, file)), {
      termFrequencies: 'manual',
      onProgress: ({ read }) => rates.note(earlier + read, earlier + read === feeds.records),
    })
    reports.push(report)
  }
  const [seconds, cpu] = [secondsSince(began), cpuSeconds() - cpuBefore]
  const after = await recordsIn(registry)
  const closing = performance.now()
  await registry.close()
  const closeSeconds = secondsSince(closing)
  await using again = await opened(folder)
  const counts = Object.fromEntries(COUNTS.map((name) => [name, countOf(name)])) as Record<Counted, number>
  const imported: ImportedCounts = { feeds, counts, before, after, reopened: await recordsIn(again) }
  // Includes mapped files.
  const most = process.resourceUsage().maxRSS * 1_024
  return { ...imported, seconds, cpu, closeSeconds, rates: rates.all, most, load: load() }
})

/** Opens the folder as commands do. */
async function opened(folder: string): Promise<Registry> {
  return await openRegistry(await openDurableStorage(folder), PAUSING)
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

/** Records a second in each part of an import. Prints progress, since an import of a million takes minutes. */
class Rates {
  readonly all: number[] = []
  readonly #step: number
  #lastRead = 0
  #lastTime = performance.now()

  constructor(step: number) {
    this.#step = step
  }

  note(read: number, isLast: boolean): void {
    if (read - this.#lastRead < this.#step && !isLast) return
    const rate = (read - this.#lastRead) / secondsSince(this.#lastTime)
    this.all.push(rate)
    console.error(`import: ${count(read)} records, ${count(Math.round(rate))} a second`)
    this.#lastRead = read
    this.#lastTime = performance.now()
  }
}
