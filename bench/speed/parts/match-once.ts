/** `match-once.ts FOLDER SEED`: sequential matches of inputs of a registry; prints a {@link MatchRun}. */
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import type { RecordRow } from '@utpid/core/storage'
import { loadGazetteer } from '@utpid/gazetteer'
import { load } from '../../harness/machine.ts'
import { drawInputs } from '../inputs/draw-inputs.ts'

export interface MatchRun {
  /** Milliseconds of each match. */
  readonly times: readonly number[]
  /** Mean CPU milliseconds of a match. */
  readonly cpuMilliseconds: number
  /** Number of inputs with and without coordinates, and how many of them rank the product of their record first. */
  readonly located: readonly [inputs: number, first: number]
  readonly unlocated: readonly [inputs: number, first: number]
  readonly load: readonly [number, number]
}

/** During the first thousands of matches, compilation dominates, as in the first minute of a service. */
const WARM_UP = 5_000
const MATCHES = 5_000

const [folder = '', seed = ''] = process.argv.slice(2)
const loadBefore = load()
const storage = await openDurableStorage(join(folder, 'registry'), { index: 'segments' })
const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
const asked = await drawInputs(storage, WARM_UP + MATCHES, Number(seed))
for (const { input } of asked.slice(0, WARM_UP)) await registry.match(input)
const times: number[] = []
const counts = { located: [0, 0] as [number, number], unlocated: [0, 0] as [number, number] }
const cpuBefore = process.cpuUsage()
const answers: { readonly isLocated: boolean; readonly row: RecordRow; readonly utpid: string | undefined }[] = []
for (const { row, input } of asked.slice(WARM_UP)) {
  const isLocated = input.location?.coordinates !== undefined
  const started = performance.now()
  const { matches } = await registry.match(input)
  times.push(performance.now() - started)
  answers.push({ isLocated, row, utpid: matches[0]?.utpid })
}
const { user, system } = process.cpuUsage(cpuBefore)
for (const { isLocated, row, utpid } of answers) {
  const count = isLocated ? counts.located : counts.unlocated
  const product = await registry.locate({ supplier: row.record.supplier, code: row.record.code })
  count[0]++
  if (product !== undefined && 'utpid' in product && product.utpid === utpid) count[1]++
}
await registry.close()
const run: MatchRun = {
  times,
  cpuMilliseconds: (user + system) / 1_000 / Math.max(1, times.length),
  ...counts,
  load: [loadBefore, load()],
}
process.stdout.write(JSON.stringify(run))
