import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import type { MatchResult, Registry } from '@utpid/core'
import { openRegistry } from '../../feeds/registries.ts'
import { childTask } from '../../harness/child-task.ts'
import { load } from '../../harness/machine.ts'
import { part } from '../../harness/part.ts'
import { below, count } from '../../harness/row.ts'
import { cpuSeconds, overRuns, quantile, sum, timeEach } from '../../harness/statistics.ts'
import { type DrawnInput, drawInputs } from '../inputs/draw-inputs.ts'
import { SpeedFolder } from '../inputs/speed-folder.ts'

/** During the first thousands of matches, compilation dominates, as in the first minute of a service. */
const WARM_UP = 5_000
const MATCHES = 5_000
export const MATCH_SECONDS = 1_800

/** Measures sequential matches with the full model. */
export const matchPart = part('match', async (context) => {
  const place = await SpeedFolder.open(context)
  const over = overRuns(place.thrice(context, matchTask, MATCH_SECONDS, place.folder, context.seed))
  const perCpuSecond = over(({ times, cpu }) => times.length / cpu)
  const rows = below('match', [
    [
      'per-cpu-second',
      `match among ${count(place.records)} records, a second of the processor`,
      perCpuSecond,
      'matches/s',
      '>= 5000',
    ],
    ['per-second', '... a second', over(({ times }) => (times.length * 1_000) / sum(times)), 'matches/s'],
    ['p50', '... p50', over(({ times }) => quantile(times, 0.5)), 'ms'],
    ['p99', '... p99', over(({ times }) => quantile(times, 0.99)), 'ms', '<= 4'],
    [
      'located',
      '... its own product first, of inputs with coordinates',
      over(({ located }) => located),
      'fraction',
      '>= 0.985',
    ],
    ['unlocated', '... of those without', over(({ unlocated }) => unlocated), 'fraction', '>= 0.85'],
    ['load', '... load of the machine', over((run) => run.load), ''],
  ])
  return { n: place.records, rows }
})

/** Sequential matches of inputs of a registry. */
export const matchTask = childTask(import.meta, 'match', async (folder: string, seed: number) => {
  const storage = await openDurableStorage(join(folder, 'registry'), { index: 'segments' })
  await using registry = await openRegistry(storage)
  const drawn = await drawInputs(storage, WARM_UP + MATCHES, seed)
  for (const { input } of drawn.slice(0, WARM_UP)) await registry.match(input)
  const measured = drawn.slice(WARM_UP)
  const results: MatchResult[] = []
  const cpuBefore = cpuSeconds()
  const times = await timeEach(measured, async ({ input }) => results.push(await registry.match(input)))
  const cpu = cpuSeconds() - cpuBefore
  const own = await findsOwn(registry, measured, results)
  const shareOf = (isLocated: boolean): number => {
    const found = own.filter((_, at) => (measured[at]?.input.location?.coordinates !== undefined) === isLocated)
    return found.filter(Boolean).length / found.length
  }
  return { times, cpu, located: shareOf(true), unlocated: shareOf(false), load: load() }
})

/** Returns for each input whether the product of its record ranks first. */
export async function findsOwn(
  registry: Registry,
  inputs: readonly DrawnInput[],
  results: readonly MatchResult[],
): Promise<boolean[]> {
  if (results.length !== inputs.length) throw new Error(`${inputs.length} inputs have ${results.length} results.`)
  const own: boolean[] = []
  for (const [at, { row }] of inputs.entries()) {
    const product = await registry.locate({ supplier: row.record.supplier, code: row.record.code })
    own.push(product !== undefined && 'utpid' in product && product.utpid === results[at]?.matches[0]?.utpid)
  }
  return own
}
