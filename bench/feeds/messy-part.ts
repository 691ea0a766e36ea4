import { type PartContext, part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { withNewService } from '../load/served.ts'
import { checkMessy, type MessyFate } from './messy/check-messy.ts'
import type { MessyFile } from './messy/messy-file.ts'
import { messyFiles } from './messy/messy-files.ts'
import { isInternal, sendFeed } from './sent-feeds.ts'

/** Reads 120 generated files in forms that suppliers send, compares what is read, and sends each to a service. */
export const messyPart = part('messy', async (context) => {
  const files = messyFiles(context.seed)
  const fates: { readonly file: MessyFile; readonly fate: MessyFate }[] = []
  for (const file of files) {
    const fate = await checkMessy(file)
    for (const sentence of findings(file, fate)) context.say(`messy: ${file.kind}, ${file.what}: ${sentence}`)
    fates.push({ file, fate })
  }
  const kinds = [...new Set(files.map(({ kind }) => kind))]
  const rows = kinds.flatMap((kind) => {
    const own = fates.filter(({ file }) => file.kind === kind)
    return below(kind.toLowerCase().replace(' ', '-'), kindRows(kind, own))
  })
  return {
    n: files.length,
    rows: below('feeds.messy', [...totalRows(fates), ...rows, ...(await sent(files, context))]),
  }
})

function findings(file: MessyFile, fate: MessyFate): readonly string[] {
  const expected = fate.errors > file.controls
  return [
    ...(fate.refused === undefined ? [] : [fate.refused]),
    ...(fate.lost.length === 0 ? [] : [`the report lacks the columns ${fate.lost.join(', ')}`]),
    ...(fate.lostRows === 0 ? [] : [`${fate.lostRows} rows are neither records nor errors`]),
    ...(expected ? [`${fate.errors} of ${fate.rows} rows are errors`] : []),
    ...fate.misplaced.slice(0, 1),
    ...fate.misspelt.slice(0, 1),
  ]
}

type Fates = readonly { readonly file: MessyFile; readonly fate: MessyFate }[]

function sumOf(fates: Fates, figure: (fate: MessyFate) => number): number {
  return fates.reduce((sum, { fate }) => sum + figure(fate), 0)
}

function totalRows(fates: Fates): Figure[] {
  const records = sumOf(fates, ({ placed, misplaced }) => placed + misplaced.length)
  return [
    ['files', 'generated messy files', fates.length, 'count', '= 120'],
    [
      'refused',
      '... that end with an error',
      fates.filter(({ fate }) => fate.refused !== undefined).length,
      'count',
      '= 0',
    ],
    ['rows', '... rows', sumOf(fates, ({ rows }) => rows), 'count'],
    ['records', '... rows that are records', sumOf(fates, (fate) => fate.records), 'count'],
    ['errors', '... rows that are errors with a code', sumOf(fates, ({ errors }) => errors), 'count'],
    ['lost-rows', '... rows that are neither', sumOf(fates, ({ lostRows }) => lostRows), 'count', '= 0'],
    ['columns', '... filled columns', sumOf(fates, ({ columns }) => columns), 'count'],
    ['used', '... columns that became a field', sumOf(fates, ({ used }) => used), 'count'],
    ['named', '... columns that the report names as ignored', sumOf(fates, ({ named }) => named), 'count'],
    ['lost', '... columns that the report does not have', sumOf(fates, ({ lost }) => lost.length), 'count', '= 0'],
    [
      'placed',
      '... records with the coordinates of the file: share',
      sumOf(fates, (fate) => fate.placed) / records,
      'share',
      '>= 1',
    ],
    [
      'spelt',
      '... records with the name of the file: share',
      sumOf(fates, ({ spelt }) => spelt) / records,
      'share',
      '>= 0.99',
    ],
  ]
}

function kindRows(kind: string, fates: Fates): Figure[] {
  return [
    ['files', `messy files: ${kind}`, fates.length, 'count'],
    ['rows', '... rows', sumOf(fates, ({ rows }) => rows), 'count'],
    ['used', '... columns used', sumOf(fates, ({ used }) => used), 'count'],
    ['named', '... named as ignored', sumOf(fates, ({ named }) => named), 'count'],
    ['lost', '... lost', sumOf(fates, ({ lost }) => lost.length), 'count', '= 0'],
  ]
}

async function sent(files: readonly MessyFile[], { say }: PartContext): Promise<Figure[]> {
  say(`messy: ${files.length} files are sent to a service`)
  return await withNewService(async (served) => {
    let [failed, completed, stuck] = [0, 0, 0]
    for (const [at, file] of files.entries()) {
      const answer = await sendFeed(served, file.bytes, `messy-${at}`)
      if (isInternal(answer)) {
        failed += 1
        say(`messy: ${file.kind}, ${file.what}: answered ${answer.status} ${answer.error}`)
      }
      if (answer.isStuck) stuck += 1
      if (answer.error === undefined && !answer.isStuck) completed += 1
    }
    return [
      ['http.completed', 'messy files over HTTP: imports that complete', completed, 'count'],
      ['http.failed', '... answered 5xx, or failed without a reason', failed, 'count', '= 0'],
      ['http.stuck', '... that do not end', stuck, 'count', '= 0'],
    ]
  })
}
