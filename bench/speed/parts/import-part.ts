import { constants, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Part, PartContext, PartResult } from '../../harness/part.ts'
import { median } from '../../harness/quantile.ts'
import { barRow, plainRow, type Row } from '../../harness/row.ts'
import { recordsOf } from '../../place/filled.ts'
import { type FeedRecord, firstRecords, otherRecords, writeImportFeeds } from '../inputs/import-feeds.ts'
import { type ImportRun, lostRecords } from '../runs/import-run.ts'
import { isFinished, runOnce } from '../runs/run-once.ts'
import type { SpeedFolder, SpeedFolders } from '../runs/speed-folder.ts'
import { SPEED_RECORDS } from './search-part.ts'

const IMPORTED = 1_000_000
/** Each run takes many minutes. */
const RUNS = 1
const LIMITS = { seconds: 14_400, megabytes: 8_192 }
/** Minimum records per second. */
const MIN_EMPTY_RATE = 4_000
const MIN_ONTO_RATE = 3_000

/** Imports feeds with matching and clustering into an empty folder, and into a copy of the generated registry. */
export function importPart(places: SpeedFolders): Part {
  return {
    name: 'import',
    needsData: false,
    run: async (context): Promise<PartResult> => {
      const { seed, options } = context
      const place = await places.of(recordsOf(context, SPEED_RECORDS), context)
      const wanted = wholeNumberOption('import', options.import, IMPORTED)
      const runs = wholeNumberOption('runs', options.runs, RUNS)
      const empty = measure(place, 'empty', { wanted, runs, records: () => firstRecords(seed, wanted) }, context)
      const onto = measure(
        place,
        'onto',
        { wanted, runs, records: () => otherRecords(seed, wanted, place.products) },
        context,
      )
      const [count, all] = [wanted.toLocaleString('en'), place.records.toLocaleString('en')]
      const { records, known } = (onto[0] as ImportRun).feeds
      const share = Math.round((known / records) * 100)
      return {
        n: place.records,
        rows: [
          ...rowsOf('empty', `import of ${count} records of six suppliers into an empty folder`, empty, MIN_EMPTY_RATE),
          ...rowsOf(
            'onto',
            `import onto ${all} records: ${count} of six other suppliers, ${share} % of products that it has`,
            onto,
            MIN_ONTO_RATE,
          ),
        ],
      }
    },
  }
}

interface Wanted {
  readonly wanted: number
  readonly runs: number
  records(): Iterable<FeedRecord>
}

/**
 * The feeds and the target registry are inside the folder of the generated registry, so they are on the same disk and
 * are deleted with it.
 */
function measure(
  { folder }: SpeedFolder,
  kind: 'empty' | 'onto',
  { wanted, runs, records }: Wanted,
  { say }: PartContext,
): ImportRun[] {
  const work = join(folder, 'import')
  const feeds = join(work, 'feeds')
  const registry = join(work, 'registry')
  let isMade = false
  try {
    return Array.from({ length: runs }, (_, at) => {
      const key = `import-${kind}-${wanted}-${at + 1}`
      if (!isFinished(folder, key)) {
        if (!isMade) {
          say(`speed: generating ${wanted.toLocaleString('en')} records to import`)
          rmSync(work, { recursive: true, force: true })
          writeImportFeeds(feeds, records())
          isMade = true
        }
        rmSync(registry, { recursive: true, force: true })
        if (kind === 'onto')
          cpSync(join(folder, 'registry'), registry, { recursive: true, mode: constants.COPYFILE_FICLONE })
        say(`speed: importing them (${kind}), ${at + 1} of ${runs}`)
      }
      const run = runOnce<ImportRun>(folder, key, 'speed/parts/import-once.ts', [registry, feeds], LIMITS)
      if ('stopped' in run) throw new Error(`The import was stopped ${run.stopped}.`)
      return run
    })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function rowsOf(kind: string, what: string, runs: readonly ImportRun[], least: number): Row[] {
  const over = (figure: (run: ImportRun) => number): number => median(runs.map(figure))
  const plain = (id: string, text: string, unit: string, figure: (run: ImportRun) => number): Row =>
    plainRow(`import.${kind}.${id}`, `... ${text}`, over(figure), unit)
  const outcomes = ['linked', 'created', 'alerted', 'updated', 'unchanged', 'superseded', 'rejected'] as const
  return [
    barRow(
      `import.${kind}.per-second`,
      what,
      over(({ counts, seconds }) => counts.read / seconds),
      'records/s',
      ['>=', least],
    ),
    plain(
      'per-cpu-second',
      'a second of the processor',
      'records/s',
      ({ counts, cpuSeconds }) => counts.read / cpuSeconds,
    ),
    plain('slowest', 'the slowest tenth', 'records/s', ({ rates }) => Math.min(...rates)),
    plain('last', 'the last tenth', 'records/s', ({ rates }) => rates.at(-1) ?? Number.NaN),
    ...outcomes.map((outcome) => plain(outcome, outcome, 'count', ({ counts }) => counts[outcome])),
    barRow(
      `import.${kind}.lost`,
      '... lost, also after it was closed and opened again',
      Math.max(...runs.map(lostRecords)),
      'count',
      ['=', 0],
    ),
    plain('close', 'closing, with the snapshot of the index', 's', ({ closeSeconds }) => closeSeconds),
    plain('most', 'the most that the process held, mapped files among it', 'MB', ({ most }) => most / 2 ** 20),
    plain('load', 'load of the machine', '', ({ load }) => load[1]),
  ]
}

function wholeNumberOption(name: string, given: string | undefined, defaultValue: number): number {
  const value = Number(given ?? defaultValue)
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw new Error(`--${name} is ${given}; give a whole number of 1 or more.`)
}
