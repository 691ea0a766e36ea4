/** `match-once.ts FOLDER SEED`: matches of inputs of a registry, one after another; prints a {@link MatchRun}. */
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-memory/durable'
import { createRegistry, type RecordRow } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { drawnRecords } from '../postgres/asked-inputs.ts'
import { load } from '../report/machine.ts'
import { seededRandom } from '../report/seeded-random.ts'
import { misspelt } from './draw-queries.ts'

export interface MatchRun {
  /** Milliseconds of each match. */
  readonly times: readonly number[]
  /** Of the processor for a match, in the mean. */
  readonly cpuMilliseconds: number
  /** Inputs with and without coordinates, and how many of them got the product of their record first. */
  readonly located: readonly [inputs: number, first: number]
  readonly unlocated: readonly [inputs: number, first: number]
  readonly load: readonly [number, number]
}

const WARM_UP = 500
const MATCHES = 5_000
const LOCATED_SHARE = 0.8
const MISSPELT_SHARE = 0.3
const TYPO_LEAST = 5

const [folder = '', seed = ''] = process.argv.slice(2)
const loadBefore = load()
const storage = await openDurableStorage(join(folder, 'registry'), { index: 'segments' })
const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
const random = seededRandom(Number(seed))
const drawn = await drawnRecords(storage, WARM_UP + MATCHES, Number(seed))
const asked = drawn.map((row) => ({ row, input: inputOf(row), isLocated: false }))
for (const each of asked) each.isLocated = each.input.location?.coordinates !== undefined
for (const { input } of asked.slice(0, WARM_UP)) await registry.match(input)
const times: number[] = []
const counts = { located: [0, 0] as [number, number], unlocated: [0, 0] as [number, number] }
const cpuBefore = process.cpuUsage()
const answers: { readonly isLocated: boolean; readonly row: RecordRow; readonly utpid: string | undefined }[] = []
for (const { row, input, isLocated } of asked.slice(WARM_UP)) {
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

/** As somebody asks who does not know the code: a typo in three of ten names, every fifth one without coordinates. */
function inputOf({ record }: RecordRow): Omit<RecordRow['record'], 'supplier' | 'code'> {
  const { supplier: _supplier, code: _code, identifiers: _identifiers, ...input } = record
  const { coordinates, ...location } = record.location ?? {}
  const isLocated = coordinates !== undefined && random() < LOCATED_SHARE
  const words = record.name.split(' ')
  const long = words.findIndex((word) => /^\p{L}+$/u.test(word) && word.length >= TYPO_LEAST)
  if (long >= 0 && random() < MISSPELT_SHARE) words[long] = misspelt(words[long] as string, random)
  return { ...input, name: words.join(' '), location: isLocated ? { ...location, coordinates } : location }
}
