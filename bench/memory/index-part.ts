import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-memory/durable'
import { restoreRegistry } from '@utpid/core'
import { readLines } from '@utpid/feed'
import { recordsOf } from '../postgres/filled.ts'
import type { Part, PartResult } from '../report/part.ts'
import { barRow, plainRow, type Row } from '../report/row.ts'
import { runForJson, runUtpid } from '../report/run-child.ts'
import type { Held } from './hold-once.ts'

const RECORDS = 200_000
/** The second opens what the first has written down. */
const KINDS = ['segments', 'snapshot', 'plain'] as const
/** The plain index is not asked to hold more: it would take all memory there is. */
const PLAIN_MOST = 500_000
const BYTES_MOST = 256
/** Also of five million products. */
const OPEN_SECONDS_MOST = 3

/** A registry in a folder with each kind of index, each in a process of its own. */
export const indexPart: Part = {
  name: 'index',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const records = recordsOf(context, RECORDS)
    const folder = mkdtempSync(join(tmpdir(), 'utpid-memory-'))
    try {
      let file = context.options.export
      if (file === undefined) {
        file = join(folder, 'export.jsonl.gz')
        context.say(`memory: ${records.toLocaleString('en')} records are made`)
        runUtpid(['generate', '--records', `${records}`, '--seed', `${context.seed}`, '--out', file, '--as-export'])
      }
      const registry = join(folder, 'registry')
      context.say('memory: they are restored')
      const storage = await openDurableStorage(registry, { index: 'segments' })
      const { rows: restored } = await restoreRegistry(storage, readLines(file))
      await storage.close()
      const held = restored.record ?? 0
      const rows: Row[] = []
      for (const kind of KINDS) {
        if (kind === 'plain' && held > PLAIN_MOST) continue
        context.say(`memory: opened with an index of ${kind}`)
        rows.push(...rowsOf(kind, held, runForJson('bench/memory/hold-once.ts', [kind, registry]) as Held))
      }
      return { n: held, rows }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function rowsOf(
  kind: string,
  records: number,
  { openSeconds, answerSeconds, most, anonymous, before, times }: Held,
): Row[] {
  const bytes = (anonymous - before) / records
  const what = `${kind}: memory that opening takes, bytes for each of ${records.toLocaleString('en')} records`
  return [
    kind === 'segments' || kind === 'snapshot'
      ? barRow(`${kind}.bytes`, what, bytes, 'bytes', ['<=', BYTES_MOST])
      : plainRow(`${kind}.bytes`, what, bytes, 'bytes'),
    plainRow(`${kind}.open`, '... opening', openSeconds, 's'),
    kind === 'snapshot'
      ? barRow(`${kind}.answer`, '... from opening to the first answer', answerSeconds, 's', ['<=', OPEN_SECONDS_MOST])
      : plainRow(`${kind}.answer`, '... from opening to the first answer', answerSeconds, 's'),
    plainRow(`${kind}.most`, '... the most that the process held by then', most / 1_048_576, 'MB'),
    ...Object.entries(times).flatMap(([name, { p50, p99, max }]) => [
      plainRow(`${kind}.${name}.p50`, `... ${name}: p50`, p50, 'ms'),
      plainRow(`${kind}.${name}.p99`, '... p99', p99, 'ms'),
      plainRow(`${kind}.${name}.max`, '... most', max, 'ms'),
    ]),
  ]
}
