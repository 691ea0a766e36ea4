import { join } from 'node:path'
import type { Part, PartContext, PartResult } from '../harness/part.ts'
import { median } from '../harness/quantile.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { runForJson } from '../harness/run-child.ts'
import { recordsOf } from '../place/filled.ts'
import { isFinished, runOnce } from '../speed/runs/run-once.ts'
import { SpeedFolders } from '../speed/runs/speed-folder.ts'
import type { FeatureRows } from './feature-rows.ts'
import type { OpenedIndex } from './hold-once.ts'

const RECORDS = 200_000
/** Kinds of index. `snapshot` opens the checkpoint that `segments` has written. */
const KINDS = ['segments', 'snapshot', 'plain'] as const
/** Maximum records of the plain index. More records would use all memory. */
const MAX_PLAIN_RECORDS = 500_000
const OPENS = 3
const LIMITS = { seconds: 1_800, megabytes: 8_192 }
const MAX_BYTES = 256
/** The limit also holds for five million products. */
const MAX_OPEN_SECONDS = 3
const MAX_WHOLE_GIGABYTES = 3.5
const GIGABYTE = 1e9

/** Opens a registry in a folder with each kind of index, each in a separate process. */
export const indexPart: Part = {
  name: 'index',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const place = await new SpeedFolders().of(recordsOf(context, RECORDS), context)
    const registry = join(place.folder, 'registry')
    const rows: Row[] = []
    const skipped: string[] = []
    // Later runs also use a kept folder, so its checkpoint must stay.
    const isKeptFolder = context.options.work !== undefined
    for (const kind of KINDS) {
      if (kind === 'snapshot') {
        const opens = openWarm(place.folder, registry, context)
        rows.push(...rowsOf(kind, place.records, opens), ...wholeRows(opens))
        rows.push(...featureRows(opens, countRows(place.folder, registry, context)))
      } else if (isKeptFolder) {
        skipped.push(`index: ${kind}, which would change the folder kept by --work; run it without --work.`)
      } else if (kind !== 'plain' || place.records <= MAX_PLAIN_RECORDS) {
        context.say(`memory: opening with an index of ${kind}`)
        rows.push(
          ...rowsOf(kind, place.records, [runForJson('bench/memory/hold-once.ts', [kind, registry]) as OpenedIndex]),
        )
      }
    }
    return { n: place.records, rows, skipped }
  },
}

/**
 * Opens the index several times. The first, unmeasured time brings its files into the system's cache, as after a
 * restart on the same machine.
 */
function openWarm(place: string, registry: string, { say }: PartContext): OpenedIndex[] {
  const keys = Array.from({ length: OPENS }, (_, at) => `hold-snapshot-${at + 1}`)
  if (!keys.every((key) => isFinished(place, key))) {
    say('memory: opening from its checkpoint, for the first time')
    runForJson('bench/memory/hold-once.ts', ['snapshot', registry])
  }
  return keys.map((key, at) => {
    say(`memory: opening from its checkpoint, ${at + 1} of ${OPENS}`)
    const held = runOnce<OpenedIndex>(place, key, 'memory/hold-once.ts', ['snapshot', registry], LIMITS)
    if ('stopped' in held) throw new Error(`Opening was stopped ${held.stopped}.`)
    return held
  })
}

function countRows(place: string, registry: string, { say }: PartContext): FeatureRows {
  say('memory: counting its feature rows')
  const args = [join(registry, 'index.snapshot')]
  const counted = runOnce<FeatureRows>(place, 'feature-rows', 'memory/feature-rows-once.ts', args, LIMITS)
  if ('stopped' in counted) throw new Error(`Counting was stopped ${counted.stopped}.`)
  return counted
}

function rowsOf(kind: string, records: number, opens: readonly OpenedIndex[]): Row[] {
  const over = (figure: (held: OpenedIndex) => number): number => median(opens.map(figure))
  const bytes = over(({ anonymous, before }) => (anonymous - before) / records)
  const what = `${kind}: memory that opening takes, bytes for each of ${records.toLocaleString('en')} records`
  const isMade = kind === 'plain' || kind === 'segments'
  const answer = over(({ answerSeconds }) => answerSeconds)
  return [
    kind === 'plain'
      ? plainRow(`${kind}.bytes`, what, bytes, 'bytes')
      : barRow(`${kind}.bytes`, what, bytes, 'bytes', ['<=', MAX_BYTES]),
    plainRow(
      `${kind}.open`,
      isMade ? '... opening' : '... opening, its files in memory: the median of three',
      over(({ openSeconds }) => openSeconds),
      's',
    ),
    isMade
      ? plainRow(`${kind}.answer`, '... from opening to the first answer', answer, 's')
      : barRow(`${kind}.answer`, '... from opening to the first answer', answer, 's', ['<=', MAX_OPEN_SECONDS]),
    plainRow(`${kind}.most`, '... the most that the process held by then', over(({ most }) => most) / 1_048_576, 'MB'),
    ...Object.keys(opens[0]?.times ?? {}).flatMap((name) =>
      (['p50', 'p99', 'max'] as const).map((figure) =>
        plainRow(
          `${kind}.${name}.${figure}`,
          figure === 'p50' ? `... ${name}: p50` : figure === 'p99' ? '... p99' : '... most',
          over(({ times }) => times[name]?.[figure] ?? Number.NaN),
          'ms',
        ),
      ),
    ),
  ]
}

/** Returns rows about the whole process that serves a registry. */
function wholeRows(opens: readonly OpenedIndex[]): Row[] {
  const over = (figure: (held: OpenedIndex) => number): number => median(opens.map(figure))
  return [
    barRow(
      'snapshot.registry',
      '... from opening to the first answer of a registry, with its gazetteer',
      over(({ registrySeconds }) => registrySeconds),
      's',
      ['<=', MAX_OPEN_SECONDS],
    ),
    barRow(
      'snapshot.whole',
      '... the whole process after all questions, without mapped files and garbage',
      over(({ whole }) => whole) / GIGABYTE,
      'GB',
      ['<=', MAX_WHOLE_GIGABYTES],
    ),
    plainRow(
      'snapshot.load',
      '... load of the machine',
      over(({ load }) => load[1]),
      '',
    ),
  ]
}

/** Equal records of a product should share one row, so the table gives the memory for each distinct row. */
function featureRows(opens: readonly OpenedIndex[], { records, stored, distinct }: FeatureRows): Row[] {
  const taken = median(opens.map(({ anonymous, before }) => anonymous - before))
  return [
    barRow(
      'snapshot.bytes-per-row',
      'snapshot: memory that opening takes, for each feature row that differs from others of its product',
      taken / distinct,
      'bytes',
      ['<=', MAX_BYTES],
    ),
    plainRow('snapshot.bytes-per-stored-row', '... for each that is stored', taken / stored, 'bytes'),
    plainRow('snapshot.rows', `... rows that differ, of ${records.toLocaleString('en')} records`, distinct, 'count'),
    plainRow('snapshot.stored-rows', '... rows that are stored', stored, 'count'),
  ]
}
