import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry } from '@utpid/core'
import type { Part, PartResult } from '../report/part.ts'
import { barRow, plainRow } from '../report/row.ts'
import { identicalRecords } from './identical-records.ts'

/** Around the limit of a key, and far above it. */
const COUNTS = [1, 2, 50, 197, 200, 205, 1_000, 5_000] as const
const RUNS = 3
/** Fewer records import within milliseconds, which is too short to compare. */
const TIMED_LEAST = 1_000

/** Identical records of one supplier beside a product of three others. */
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
      if (count < TIMED_LEAST) continue
      const times = { copies: [] as number[], different: [] as number[] }
      for (let run = 0; run < RUNS; run++) {
        times.different.push(await secondsOf(count, 'different'))
        times.copies.push(await secondsOf(count, 'copies'))
      }
      slowest = Math.max(slowest, Math.min(...times.copies) / Math.min(...times.different))
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
      ],
    }
  },
}

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

async function secondsOf(count: number, which: 'copies' | 'different'): Promise<number> {
  const records = identicalRecords(count)
  const registry = await createRegistry({ storage: createMemoryStorage() })
  await registry.import(records.product)
  const started = performance.now()
  await registry.import(records[which])
  return (performance.now() - started) / 1_000
}
