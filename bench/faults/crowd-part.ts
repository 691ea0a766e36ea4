import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry } from '@utpid/core'
import { part } from '../harness/part.ts'
import { below, count, type Figure } from '../harness/row.ts'
import { secondsSince } from '../harness/statistics.ts'
import { identicalRecords } from './identical-records.ts'

/** Numbers of identical records: around the limit of a key, and far above it. */
const COUNTS = [1, 2, 50, 197, 200, 205, 1_000, 5_000]
const MAX_COUNT = Math.max(...COUNTS)
const RUNS = 3
/** Sizes of the groups of identical records that are merged and dismissed. */
const DECIDED = [1_000, 5_000]
/** Descending codes, so that each batch contains the new representative of the group. */
const DESCENDING = { count: 2_000, batchSize: 20 } as const
/** Smaller imports take only milliseconds, too short to compare. */
const MIN_TIMED = 1_000
const RESOLUTIONS = ['merge', 'dismiss'] as const

type Resolution = (typeof RESOLUTIONS)[number]

/** Imports identical records of one supplier, with a product of three other suppliers. */
export const crowdPart = part('crowd', async ({ say }) => {
  let [separated, unfound, slowest] = [0, 0, 0]
  const alerts: number[] = []
  for (const size of COUNTS) {
    say(`crowd: ${size} identical records`)
    const { isWhole, isFound, open } = await importCopies(size)
    if (!isWhole) separated++
    if (!isFound) unfound++
    alerts.push(open)
    if (size >= MIN_TIMED) slowest = Math.max(slowest, await timeOfCopies(size))
  }
  say(`crowd: ${DESCENDING.count} identical records in descending order`)
  const descending = await timeOfCopies(DESCENDING.count, DESCENDING.batchSize)
  const times = new Map<number, Record<Resolution, number>>()
  for (const size of DECIDED) {
    say(`crowd: decisions about ${size} identical records`)
    times.set(size, await decisionSeconds(size))
  }
  const decisions = RESOLUTIONS.flatMap((each) =>
    [...times].map(([size, own]): Figure => {
      return [`${each}-${size}`, `... ${each} all of ${count(size)}`, own[each], 's', '<= 2']
    }),
  )
  const what = `${COUNTS[0]} to ${count(MAX_COUNT)} identical records of one supplier`
  const inDescending = `... the same in descending order, ${count(DESCENDING.count)} in batches of ${DESCENDING.batchSize}`
  const rows = below('crowd', [
    ['separated', `${what}: products beside them that fall apart`, separated, 'count', '= 0'],
    ['alerts', '... open alerts of each crowd, at most', Math.max(...alerts), 'count', '= 1'],
    ['alerts-least', '... at least', Math.min(...alerts), 'count'],
    ['unfound', '... crowds in which match does not find the product', unfound, 'count', '= 0'],
    ['time', '... time of their import beside that of as many different records', slowest, 'times', '<= 3'],
    ['time-descending', inDescending, descending, 'times', '<= 3'],
    ...decisions,
  ])
  return { n: MAX_COUNT, rows }
})

async function importCopies(size: number): Promise<{ isWhole: boolean; isFound: boolean; open: number }> {
  const { product, question } = identicalRecords(size)
  const registry = await filledRegistry(size)
  const utpids = new Set(await Promise.all(product.map((record) => utpidOf(registry, record))))
  const [utpid] = utpids
  const match = await registry.match(question)
  return {
    isWhole: utpids.size === 1,
    isFound: match.decision === 'match' && match.utpid === utpid,
    open: (await registry.stats()).duplicates.open,
  }
}

async function filledRegistry(size: number): Promise<Registry> {
  const { product, copies } = identicalRecords(size)
  const registry = await createRegistry({ storage: createMemoryStorage() })
  await registry.import(product)
  await registry.import(copies)
  return registry
}

async function utpidOf(registry: Registry, record: object): Promise<string | undefined> {
  const { supplier, code } = record as { readonly supplier: string; readonly code: string }
  return (await registry.locate({ supplier, code }))?.utpid ?? undefined
}

/** Returns the times to dismiss a group of identical records, and to merge it after the dismissal is undone. */
async function decisionSeconds(size: number): Promise<Record<Resolution, number>> {
  const best = { merge: Number.POSITIVE_INFINITY, dismiss: Number.POSITIVE_INFINITY }
  const by = 'bench'
  for (let run = 0; run < RUNS; run++) {
    const registry = await filledRegistry(size)
    const [alert] = (await registry.alerts()).alerts
    const alertId = alert?.alertId ?? ''
    let started = performance.now()
    const { change } = await registry.resolve(alertId, { actor: by, resolution: 'dismiss' })
    best.dismiss = Math.min(best.dismiss, secondsSince(started))
    await registry.undo(change, { actor: by })
    started = performance.now()
    await registry.resolve(alertId, { actor: by, resolution: 'merge' })
    best.merge = Math.min(best.merge, secondsSince(started))
  }
  return best
}

/** Returns the import time of identical records as a ratio to that of different records, by the fastest runs. */
async function timeOfCopies(size: number, batchSize?: number): Promise<number> {
  const best = { different: Number.POSITIVE_INFINITY, copies: Number.POSITIVE_INFINITY }
  for (let run = 0; run < RUNS; run++) {
    for (const which of ['different', 'copies'] as const) {
      const { product, ...records } = identicalRecords(size)
      const registry = await createRegistry({ storage: createMemoryStorage() })
      await registry.import(product)
      // Ascending order for batches of the usual size, descending order for small batches.
      const given = batchSize === undefined ? records[which] : records[which].toReversed()
      const started = performance.now()
      await registry.import(given, batchSize === undefined ? {} : { batchSize })
      best[which] = Math.min(best[which], secondsSince(started))
    }
  }
  return best.copies / best.different
}
