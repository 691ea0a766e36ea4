import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry } from '@utpid/core'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { identicalRecords } from './identical-records.ts'

/** Numbers of identical records: around the limit of a key, and far above it. */
const COUNTS = [1, 2, 50, 197, 200, 205, 1_000, 5_000] as const
const RUNS = 3
/** Sizes of the groups of identical records that are merged and dismissed. */
const DECIDED = [1_000, 5_000] as const
/** Descending codes, so that each batch contains the new representative of the group. */
const DESCENDING = { count: 2_000, batchSize: 20 } as const
/** Smaller imports take only milliseconds, too short to compare. */
const MIN_TIMED = 1_000

/** Imports identical records of one supplier, with a product of three other suppliers. */
export const crowdPart: Part = {
  name: 'crowd',
  needsData: false,
  run: async ({ say }): Promise<PartResult> => {
    let [parted, unfound] = [0, 0]
    const alerts: number[] = []
    let slowest = 0
    for (const count of COUNTS) {
      say(`crowd: ${count} identical records`)
      const found = await importCopies(count)
      if (!found.isWhole) parted++
      if (!found.isFound) unfound++
      alerts.push(found.open)
      if (count < MIN_TIMED) continue
      const times = { copies: [] as number[], different: [] as number[] }
      for (let run = 0; run < RUNS; run++) {
        times.different.push(await secondsOf(count, 'different'))
        times.copies.push(await secondsOf(count, 'copies'))
      }
      slowest = Math.max(slowest, Math.min(...times.copies) / Math.min(...times.different))
    }
    say(`crowd: ${DESCENDING.count} identical records in descending order`)
    const descending = { copies: [] as number[], different: [] as number[] }
    for (let run = 0; run < RUNS; run++) {
      for (const which of ['different', 'copies'] as const) {
        descending[which].push(await secondsOf(DESCENDING.count, which, DESCENDING.batchSize))
      }
    }
    const decisions: Record<Resolution, number[]> = { merge: [], dismiss: [] }
    for (const count of DECIDED) {
      say(`crowd: decisions about ${count} identical records`)
      const times: Record<Resolution, number[]> = { merge: [], dismiss: [] }
      for (let run = 0; run < RUNS; run++) {
        const { merge, dismiss } = await decisionSeconds(count)
        times.merge.push(merge)
        times.dismiss.push(dismiss)
      }
      for (const each of RESOLUTIONS) decisions[each].push(Math.min(...times[each]))
    }
    const what = `${COUNTS[0]} to ${COUNTS.at(-1)?.toLocaleString('en')} identical records of one supplier`
    return {
      n: COUNTS.at(-1) ?? 0,
      rows: [
        barRow('crowd.parted', `${what}: products beside them that fall apart`, parted, 'count', ['=', 0]),
        barRow('crowd.alerts', '... open alerts of each crowd, at most', Math.max(...alerts), 'count', ['=', 1]),
        plainRow('crowd.alerts-least', '... at least', Math.min(...alerts), 'count'),
        barRow('crowd.unfound', '... crowds in which match does not find the product', unfound, 'count', ['=', 0]),
        barRow('crowd.time', '... time of their import beside that of as many different records', slowest, 'times', [
          '<=',
          3,
        ]),
        barRow(
          'crowd.time-descending',
          `... the same in descending order, ${DESCENDING.count.toLocaleString('en')} in batches of ${DESCENDING.batchSize}`,
          Math.min(...descending.copies) / Math.min(...descending.different),
          'times',
          ['<=', 3],
        ),
        ...RESOLUTIONS.flatMap((each) =>
          DECIDED.map((count, at) =>
            barRow(
              `crowd.${each}-${count}`,
              `... ${each} all of ${count.toLocaleString('en')}`,
              decisions[each][at] ?? Number.NaN,
              's',
              ['<=', 2],
            ),
          ),
        ),
      ],
    }
  },
}

type Resolution = 'merge' | 'dismiss'
const RESOLUTIONS: readonly Resolution[] = ['merge', 'dismiss']

async function importCopies(count: number): Promise<{ isWhole: boolean; isFound: boolean; open: number }> {
  const { product, copies, question } = identicalRecords(count)
  const registry = await createRegistry({ storage: createMemoryStorage() })
  await registry.import(product)
  await registry.import(copies)
  const utpids = new Set(await Promise.all(product.map((record) => utpidOf(registry, record))))
  const [utpid] = utpids
  const match = await registry.match(question)
  return {
    isWhole: utpids.size === 1,
    isFound: match.decision === 'match' && match.utpid === utpid,
    open: (await registry.stats()).duplicates.open,
  }
}

async function utpidOf(registry: Registry, record: object): Promise<string | undefined> {
  const { supplier, code } = record as { readonly supplier: string; readonly code: string }
  return (await registry.locate({ supplier, code }))?.utpid ?? undefined
}

/** Returns the time to dismiss a group of identical records, and the time to merge it after the dismissal is undone. */
async function decisionSeconds(count: number): Promise<Record<Resolution, number>> {
  const { product, copies } = identicalRecords(count)
  const registry = await createRegistry({ storage: createMemoryStorage() })
  await registry.import(product)
  await registry.import(copies)
  const [alert] = (await registry.alerts()).alerts
  const alertId = alert?.alertId ?? ''
  const by = 'bench'
  const started = performance.now()
  const { change } = await registry.resolve(alertId, { by, resolution: 'dismiss' })
  const dismissed = performance.now()
  await registry.undo(change, { by })
  const undone = performance.now()
  await registry.resolve(alertId, { by, resolution: 'merge' })
  return { merge: (performance.now() - undone) / 1_000, dismiss: (dismissed - started) / 1_000 }
}

async function secondsOf(count: number, which: 'copies' | 'different', batchSize?: number): Promise<number> {
  const { product, ...records } = identicalRecords(count)
  const registry = await createRegistry({ storage: createMemoryStorage() })
  await registry.import(product)
  // Ascending order for batches of the usual size, descending order for small batches.
  const given = batchSize === undefined ? records[which] : records[which].toReversed()
  const started = performance.now()
  await registry.import(given, batchSize === undefined ? {} : { batchSize })
  return (performance.now() - started) / 1_000
}
