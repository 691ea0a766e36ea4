import { join } from 'node:path'
import { childTask, runTask, type TaskResult } from '../harness/child-task.ts'
import { type PartContext, part, wholeNumber } from '../harness/part.ts'
import { below, count, type Figure } from '../harness/row.ts'
import { median, overRuns, type Spread } from '../harness/statistics.ts'
import { SpeedFolder } from '../speed/inputs/speed-folder.ts'
import { countFeatureRows, type FeatureRows } from './feature-rows.ts'
import { KINDS, type Kind, openTask } from './open-index.ts'

const RECORDS = 200_000
/** Maximum records of the plain index. More records would use all memory. */
const MAX_PLAIN_RECORDS = 500_000
const OPENS = 3
const MAX_SECONDS = 1_800
const MAX_BYTES = 256
/** The limit also holds for five million products. */
const MAX_OPEN_SECONDS = 3

type OpenedIndex = TaskResult<typeof openTask>

/** Opens a registry in a folder with each kind of index, each in a separate process. */
export const indexPart = part('index', async (context) => {
  const place = await SpeedFolder.open(context, wholeNumber(context, 'records', RECORDS))
  const registry = join(place.folder, 'registry')
  const rows: Figure[] = []
  const skipped: string[] = []
  for (const kind of KINDS) {
    if (kind === 'snapshot') {
      const opens = openWarm(place, registry, context)
      context.say('memory: counting its feature rows')
      const counted = place.once('feature-rows', countTask, MAX_SECONDS, join(registry, 'index.checkpoint'))
      const more = [...wholeFigures(opens), ...rowFigures(opens, counted)]
      rows.push(...below(kind, [...figuresOf(kind, place.records, opens), ...more]))
    } else if (context.options.work !== undefined) {
      // Later runs also use a kept folder, so its checkpoint must stay.
      skipped.push(`index: ${kind}, which would change the folder kept by --work; run it without --work.`)
    } else if (kind !== 'plain' || place.records <= MAX_PLAIN_RECORDS) {
      context.say(`memory: opening with an index of ${kind}`)
      rows.push(...below(kind, figuresOf(kind, place.records, [runTask(openTask, kind, registry)])))
    }
  }
  return { n: place.records, rows, skipped }
})

/**
 * Opens the index several times. The first, unmeasured time brings its files into the system's cache, as after a
 * restart on the same machine.
 */
function openWarm(place: SpeedFolder, registry: string, { say }: PartContext): OpenedIndex[] {
  const keys = Array.from({ length: OPENS }, (_, at) => `hold-snapshot-${at + 1}`)
  if (!keys.every((key) => place.isFinished(key))) {
    say('memory: opening from its checkpoint, for the first time')
    runTask(openTask, 'snapshot', registry)
  }
  return keys.map((key, at) => {
    say(`memory: opening from its checkpoint, ${at + 1} of ${OPENS}`)
    return place.once(key, openTask, MAX_SECONDS, 'snapshot', registry)
  })
}

function figuresOf(kind: Kind, records: number, opens: readonly OpenedIndex[]): Figure[] {
  const over = overRuns(opens)
  const bytes = over(({ anonymous, before }) => (anonymous - before) / records)
  const what = `${kind}: memory that opening takes, bytes for each of ${count(records)} records`
  const isOpened = kind === 'snapshot'
  const opening = isOpened ? '... opening, its files in memory: the median of three' : '... opening'
  const maxAnswer = isOpened ? (`<= ${MAX_OPEN_SECONDS}` as const) : undefined
  const times = Object.keys(opens[0]?.times ?? {}).flatMap((name) => {
    const timesOf = ({ times: all }: OpenedIndex): Spread => all[name] as Spread
    return below(name, [
      ['p50', `... ${name}: p50`, over((run) => timesOf(run).p50), 'ms'],
      ['p99', '... p99', over((run) => timesOf(run).p99), 'ms'],
      ['max', '... most', over((run) => timesOf(run).max), 'ms'],
    ])
  })
  return [
    ['bytes', what, bytes, 'bytes', kind === 'plain' ? undefined : `<= ${MAX_BYTES}`],
    ['open', opening, over((run) => run.openSeconds), 's'],
    ['answer', '... from opening to the first answer', over((run) => run.answerSeconds), 's', maxAnswer],
    ['most', '... the most that the process held by then', over((run) => run.most) / 1_048_576, 'MB'],
    ...times,
  ]
}

/** Returns figures about the whole process that serves a registry. */
function wholeFigures(opens: readonly OpenedIndex[]): Figure[] {
  const over = overRuns(opens)
  const registry = '... from opening to the first answer of a registry, with its gazetteer'
  const whole = '... the whole process after all questions, without mapped files and garbage'
  return [
    ['registry', registry, over((run) => run.registrySeconds), 's', `<= ${MAX_OPEN_SECONDS}`],
    ['whole', whole, over((run) => run.whole) / 1e9, 'GB', '<= 3.5'],
    ['load', '... load of the machine', over((run) => run.load), ''],
  ]
}

/** Equal records of a product should share one row, so the table gives the memory for each distinct row. */
function rowFigures(opens: readonly OpenedIndex[], { records, stored, distinct }: FeatureRows): Figure[] {
  const taken = median(opens.map(({ anonymous, before }) => anonymous - before))
  const what = 'snapshot: memory that opening takes, for each feature row that differs from others of its product'
  return [
    ['bytes-per-row', what, taken / distinct, 'bytes', `<= ${MAX_BYTES}`],
    ['bytes-per-stored-row', '... for each that is stored', taken / stored, 'bytes'],
    ['rows', `... rows that differ, of ${count(records)} records`, distinct, 'count'],
    ['stored-rows', '... rows that are stored', stored, 'count'],
  ]
}

const countTask = childTask(import.meta, 'count feature rows', countFeatureRows)
