import { createRegistry, LIMITS, type Registry, type Storage } from '@utpid/core'
import { describe, expect, it } from 'vitest'
import { ARTIFICIAL_RULES } from '../support/artificial-rules.ts'
import { expectError } from '../support/expect-error.ts'
import type { StorageBench } from '../support/storage-bench.ts'

/** Hotels that several suppliers list under several names, and some hotels that only look similar. */
const RECORDS: readonly Readonly<Record<string, unknown>>[] = ['Zephyr', 'Marlowe', 'Quill', 'Solace'].flatMap(
  (name, at) => {
    const location = { city: 'Paris', country: 'FR', coordinates: [48.86 + at / 1_000, 2.34] }
    const hotel = { category: 'hotel', location, phone: `+33 1 40 20 50 5${at}` }
    return [
      { supplier: 'alpha', code: `A${at}`, name: `Hotel ${name}`, ...hotel },
      { supplier: 'beta', code: `B${at}`, name: `${name} Paris`, ...hotel },
      { supplier: 'gamma', code: `C${at}`, name: `${name} Annex`, category: 'hotel', location },
      { supplier: 'gamma', code: `D${at}`, name: `Tour of ${name}`, category: 'tour' },
    ]
  },
)

/** Returns the codes and the UTPID of each product. */
async function productsOf(storage: Storage, registry: Registry): Promise<string[]> {
  const rows = await storage.ledger.scanProducts(-1, LIMITS.rowsPerPage)
  const records = new Map(
    (await storage.ledger.scanRecords(-1, LIMITS.rowsPerPage)).map(({ row }) => [row.id, row.record.code]),
  )
  const located = await Promise.all(
    RECORDS.map(({ supplier, code }) => registry.locate({ supplier: supplier as string, code: code as string })),
  )
  const codes = rows.map((row) => `${row.records.map((id) => records.get(id)).join(' + ')} ${row.confidence}`)
  return [...codes, ...located.map((each) => each?.utpid ?? 'nowhere')]
}

async function answersOf(registry: Registry): Promise<unknown> {
  const matches = await registry.mapBatch(RECORDS.map(({ supplier: _, code: __, ...input }) => input))
  const found = await registry.search('zephyr')
  return [matches, found.products.map(({ utpid }) => utpid), (await registry.alerts()).alerts]
}

/** Tests that a reindex to an artificial index version does not change the registry. */
export function testReindex(bench: StorageBench): void {
  describe('reindex', () => {
    it('to an artificial version gives the same clusters, ids and results, with different keys', async () => {
      const storage = await bench.open()
      const registry = await createRegistry({ storage })
      await registry.import(RECORDS)
      const before = [
        await productsOf(storage, registry),
        await answersOf(registry),
        [...(await storage.ledger.counters())],
      ]
      const keys = (await storage.ledger.scanRecords(-1, LIMITS.rowsPerPage)).map(({ row }) => row.keys)
      expect(await registry.reindex({ rules: ARTIFICIAL_RULES })).toMatchObject({
        outcome: 'reindexed',
        to: ARTIFICIAL_RULES.version,
        records: RECORDS.length,
        changedProducts: 0,
      })
      expect([
        await productsOf(storage, registry),
        await answersOf(registry),
        [...(await storage.ledger.counters())],
      ]).toEqual(before)
      const after = await storage.ledger.scanRecords(-1, LIMITS.rowsPerPage)
      expect(after.map(({ row }) => row.keys.length)).toEqual(keys.map(({ length }) => length))
      expect(after.flatMap(({ row }) => row.keys).filter((key) => keys.flat().includes(key))).toEqual([])
      for (const { row } of after) ARTIFICIAL_RULES.decode(row.features)
      expect(await registry.import(RECORDS)).toMatchObject({ unchanged: RECORDS.length })
    })

    it('is required to open with other rules, but not with its own', async (context) => {
      const storage = await bench.open()
      context.skip(!storage.capabilities.durable, 'not durable: its content ends with the process')
      const registry = await createRegistry({ storage })
      await registry.import(RECORDS)
      await registry.reindex({ rules: ARTIFICIAL_RULES })
      const answers = await answersOf(registry)
      const reopened = await bench.reopen(storage)
      await expectError('index_outdated', () => createRegistry({ storage: reopened }))
      const again = await createRegistry({ storage: reopened, rules: ARTIFICIAL_RULES })
      expect(await answersOf(again)).toEqual(answers)
      expect(await again.import(RECORDS)).toMatchObject({ unchanged: RECORDS.length })
      expect(await again.reindex()).toMatchObject({ outcome: 'reindexed', from: ARTIFICIAL_RULES.version })
      expect(await answersOf(again)).toEqual(answers)
      await createRegistry({ storage: reopened })
    })
  })
}
