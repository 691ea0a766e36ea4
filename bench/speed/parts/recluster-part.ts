import { join } from 'node:path'
import { compareRecords, openDurableStorage } from '@utpid/adapter-folder'
import type { Storage } from '@utpid/core'
import { CURRENT_RULES, type RecordFeatures } from '@utpid/core/scoring'
import { ROOT } from '../../../scripts/repository/root.ts'
import { childTask } from '../../harness/child-task.ts'
import { load } from '../../harness/machine.ts'
import { part } from '../../harness/part.ts'
import { below, count } from '../../harness/row.ts'
import { cpuSeconds, overRuns, secondsSince } from '../../harness/statistics.ts'
import { SpeedFolder } from '../inputs/speed-folder.ts'

const WORKERS = 2
const MAX_SECONDS = 3_600
/** Maximum number of true pairs in the sample. */
const SAMPLED = 100_000

type Compared = Awaited<ReturnType<typeof compareRecords>>

/** Compares and reclusters all records on threads, and measures the result against the generator's truth. */
export const reclusterPart = part('regroup', async (context) => {
  const place = await SpeedFolder.open(context)
  const over = overRuns(place.thrice(context, reclusterTask, MAX_SECONDS, place.folder, WORKERS))
  const what = `${count(place.records)} records compared and reclustered on ${WORKERS} threads`
  const alike = '... true pairs that share a core word, phone or address (a sample): in one group'
  const alerts = '... pairs of groups with an edge between them, for 1,000 records'
  const rows = below('regroup', [
    ['seconds', what, over((run) => run.seconds), 's', '<= 300'],
    ['cpu', '... of the processors, for a record', over((run) => (run.cpuSeconds * 1e6) / run.records), 'us'],
    ['alike', alike, over((run) => run.alikeRecall), 'fraction', '>= 0.97'],
    ['recall', '... all true pairs: in one group', over((run) => run.recall), 'fraction', '>= 0.9'],
    ['precision', '... pairs of one group that are true', over((run) => run.precision), 'fraction', '>= 0.99'],
    ['alerts', alerts, over((run) => (run.alerts * 1_000) / run.records), '', '<= 100'],
    ['load', '... load of the machine', over((run) => run.load), ''],
  ])
  return { n: place.records, rows }
})

/** Compares and reclusters the records of a registry, and uses its products as the truth. Writes nothing. */
const reclusterTask = childTask(import.meta, 'regroup', async (folder: string, workers: number) => {
  const storage = await openDurableStorage(join(folder, 'registry'), { index: 'segments' })
  const [cpuBefore, began] = [cpuSeconds(), performance.now()]
  const module = new URL(`file://${ROOT}/packages/cli/src/worker-registry.ts`)
  const found = await compareRecords(storage, { module, workers })
  const [seconds, cpu] = [secondsSince(began), cpuSeconds() - cpuBefore]
  const { productIds, clusterOf, compared: records, alerts } = found
  const clusters = Float64Array.from(clusterOf)
  // A set of n records has n (n - 1) / 2 pairs. Common pairs are in sets of the same product and the same cluster.
  const products = numbered(productIds)
  const both = products.map((product, at) => product * clusters.length + (clusters[at] as number))
  const right = pairsIn(both)
  const alikeRecall = await recallOfAlike(storage, found)
  await storage.close()
  const [recall, precision] = [right / pairsIn(productIds), right / pairsIn(clusters)]
  return { records, seconds, cpuSeconds: cpu, alerts, alikeRecall, recall, precision, load: load() }
})

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

/**
 * Samples true pairs across the registry that share a feature by which a matcher can recognize them. Returns the share
 * of them in one cluster.
 */
async function recallOfAlike({ ledger }: Storage, { recordIds, productIds, clusterOf }: Compared): Promise<number> {
  const order = Uint32Array.from(productIds.keys()).sort(
    (a, b) =>
      (productIds[a] as number) - (productIds[b] as number) || (recordIds[a] as number) - (recordIds[b] as number),
  )
  const step = Math.max(1, Math.floor(order.length / (SAMPLED * 2)))
  let [pairs, found] = [0, 0]
  for (let at = 1; at < order.length && pairs < SAMPLED; at += step) {
    const [one, other] = [order[at - 1] as number, order[at] as number]
    if (productIds[one] !== productIds[other]) continue
    const records = await ledger.getRecords([recordIds[one] as number, recordIds[other] as number])
    const [a, b] = records.map((stored) => stored && CURRENT_RULES.decode(stored.row.features))
    if (a === undefined || b === undefined || !areAlike(a, b)) continue
    pairs++
    if (clusterOf[one] === clusterOf[other]) found++
  }
  return found / pairs
}

function areAlike(a: RecordFeatures, b: RecordFeatures): boolean {
  if (a.phone !== undefined && a.phone === b.phone) return true
  const [door, other] = [a.address, b.address]
  const hasNumber = door !== undefined && other !== undefined && door.houseNumber > 0
  if (hasNumber && door.houseNumber === other.houseNumber && door.street.some((word) => other.street.includes(word)))
    return true
  const words = coreWords(a)
  return [...coreWords(b)].some((hash) => words.has(hash))
}

/** Returns the words that are neither articles, nor generic words, nor the city. */
function coreWords({ names }: RecordFeatures): Set<number> {
  const words = names.flatMap((name) => name.words)
  const core = words.filter(({ kind, ofCity }) => kind !== 'article' && kind !== 'generic' && !ofCity)
  return new Set(core.map(({ hash }) => hash))
}
