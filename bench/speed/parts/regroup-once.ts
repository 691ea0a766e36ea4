/**
 * `regroup-once.ts FOLDER WORKERS`: compares and reclusters all records of a registry on threads, and uses its products
 * as the truth; prints a {@link ReclusterRun}. Writes nothing.
 */
import { join } from 'node:path'
import { compareRecords, openDurableStorage } from '@utpid/adapter-folder'
import type { Storage } from '@utpid/core'
import { CURRENT_RULES, type RecordFeatures } from '@utpid/core/scoring'
import { ROOT } from '../../../scripts/repository/root.ts'
import { load } from '../../harness/machine.ts'

export interface ReclusterRun {
  readonly records: number
  readonly seconds: number
  /** CPU seconds, including threads. */
  readonly cpuSeconds: number
  readonly edges: number
  readonly groups: number
  readonly alerts: number
  readonly oversizedComponents: number
  /** True pairs of records, and how many of them are in one cluster. */
  readonly pairs: readonly [pairs: number, found: number]
  /** True pairs in a sample that share a core word, a phone or an address, and how many of them are in one cluster. */
  readonly alike: readonly [pairs: number, found: number]
  /** Pairs of records in one cluster, and how many of them are true. */
  readonly grouped: readonly [pairs: number, right: number]
  readonly load: readonly [number, number]
}

/** Maximum number of true pairs in the sample. */
const SAMPLED = 100_000

const [folder = '', workers = ''] = process.argv.slice(2)
const loadBefore = load()
const storage = await openDurableStorage(join(folder, 'registry'), { index: 'segments' })
const cpuBefore = process.cpuUsage()
const began = performance.now()
const compared = await compareRecords(storage, {
  module: new URL(`file://${ROOT}/packages/cli/src/worker-registry.ts`),
  workers: Number(workers),
})
const seconds = (performance.now() - began) / 1_000
const { user, system } = process.cpuUsage(cpuBefore)
const { recordIds, productIds, clusterOf } = compared
const groups = Float64Array.from(clusterOf)
// A set of n records has n (n - 1) / 2 pairs. Common pairs are in sets of the same product and the same cluster.
const both = new Float64Array(groups.length)
const products = numbered(productIds)
for (let at = 0; at < both.length; at++) both[at] = (products[at] as number) * groups.length + (groups[at] as number)
const right = pairsIn(both)
const run: ReclusterRun = {
  records: compared.compared,
  seconds,
  cpuSeconds: (user + system) / 1e6,
  edges: compared.edges,
  groups: compared.clusters,
  alerts: compared.alerts,
  oversizedComponents: compared.oversizedComponents,
  pairs: [pairsIn(productIds), right],
  alike: await alikePairs(storage),
  grouped: [pairsIn(groups), right],
  load: [loadBefore, load()],
}
await storage.close()
process.stdout.write(JSON.stringify(run))

/** Replaces ids by numbers from 0, so that two numbers fit into one. */
function numbered(ids: Float64Array): Float64Array {
  const order = Uint32Array.from(ids.keys()).sort((a, b) => (ids[a] as number) - (ids[b] as number))
  const numbers = new Float64Array(ids.length)
  let number = 0
  for (let at = 0; at < order.length; at++) {
    if (at > 0 && ids[order[at] as number] !== ids[order[at - 1] as number]) number++
    numbers[order[at] as number] = number
  }
  return numbers
}

function pairsIn(sets: Float64Array): number {
  const sorted = sets.slice().sort()
  let pairs = 0
  for (let from = 0, at = 1; at <= sorted.length; at++) {
    if (at < sorted.length && sorted[at] === sorted[from]) continue
    pairs += ((at - from) * (at - from - 1)) / 2
    from = at
  }
  return pairs
}

/** Samples true pairs across the registry that share a feature by which a matcher can recognize them. */
async function alikePairs({ ledger }: Storage): Promise<[pairs: number, found: number]> {
  const order = Uint32Array.from(productIds.keys()).sort(
    (a, b) =>
      (productIds[a] as number) - (productIds[b] as number) || (recordIds[a] as number) - (recordIds[b] as number),
  )
  const step = Math.max(1, Math.floor(order.length / (SAMPLED * 2)))
  let pairs = 0
  let found = 0
  for (let at = 1; at < order.length && pairs < SAMPLED; at += step) {
    const [one, other] = [order[at - 1] as number, order[at] as number]
    if (productIds[one] !== productIds[other]) continue
    const records = await ledger.getRecords([recordIds[one] as number, recordIds[other] as number])
    const [a, b] = records.map((stored) => stored && CURRENT_RULES.decode(stored.row.features))
    if (a === undefined || b === undefined || !areAlike(a, b)) continue
    pairs++
    if (clusterOf[one] === clusterOf[other]) found++
  }
  return [pairs, found]
}

function areAlike(a: RecordFeatures, b: RecordFeatures): boolean {
  if (a.phone !== undefined && a.phone === b.phone) return true
  const [door, otherDoor] = [a.address, b.address]
  if (
    door !== undefined &&
    otherDoor !== undefined &&
    door.houseNumber > 0 &&
    door.houseNumber === otherDoor.houseNumber
  ) {
    if (door.street.some((word) => otherDoor.street.includes(word))) return true
  }
  const words = coreWords(a)
  return [...coreWords(b)].some((hash) => words.has(hash))
}

/** Returns the words that are neither articles, nor generic words, nor the city. */
function coreWords({ names }: RecordFeatures): Set<number> {
  const words = names.flatMap((name) => name.words)
  return new Set(
    words.filter(({ kind, ofCity }) => kind !== 'article' && kind !== 'generic' && !ofCity).map(({ hash }) => hash),
  )
}
