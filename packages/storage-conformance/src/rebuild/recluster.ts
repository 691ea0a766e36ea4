import { createRegistry, LIMITS, parseRecord, type Storage, type SupplierRecord } from '@utpid/core'
import { exportClusters, restoreRegistry } from '@utpid/core/copy'
import { describe, expect, it } from 'vitest'
import type { StorageBench } from '../support/storage-bench.ts'

const PLACE = { city: 'Paris', country: 'FR', coordinates: [48.86, 2.34] }
/** One hotel from three suppliers, and another hotel. */
const HOTELS: readonly Readonly<Record<string, unknown>>[] = [
  { supplier: 'alpha', code: 'A5', name: 'Hotel Zephyr', category: 'hotel', location: PLACE },
  { supplier: 'beta', code: 'B5', name: 'Zephyr Paris', category: 'hotel', location: PLACE },
  { supplier: 'gamma', code: 'C5', name: 'Hotel Zephyr', category: 'hotel', location: PLACE },
  { supplier: 'gamma', code: 'D5', name: 'Marlowe', category: 'hotel', location: PLACE },
]
/**
 * The number of copies: few enough to stay below all limits, enough to give a record several copies with lower codes.
 */
const COPIES = 6

function records(): SupplierRecord[] {
  const copies = HOTELS.flatMap((record) =>
    Array.from({ length: COPIES }, (_, at) => ({ ...record, code: `${String(record.code)[0]}${at + 2}` })),
  )
  const all = new Map([...HOTELS, ...copies].map((record) => [record.code, record]))
  return [...all.values()].map((record) => {
    const read = parseRecord(record)
    if ('record' in read) return read.record
    throw new Error(`${record.code} was rejected.`)
  })
}

/** Returns the content of a registry, by the codes of its records. */
async function contentOf({ ledger }: Storage): Promise<unknown> {
  const rows = await ledger.scanRecords(-1, LIMITS.rowsPerPage)
  const codes = new Map(rows.map(({ row }) => [row.id, row.record.code]))
  const named = (ids: readonly number[]): string =>
    ids
      .map((id) => codes.get(id))
      .sort()
      .join()
  const edges = (await ledger.edges([...codes.keys()])).flat()
  return {
    keys: rows.map(({ row }) => `${row.record.code} ${row.copy === true} ${row.keys.join()}`).sort(),
    products: (await ledger.scanProducts(-1, LIMITS.rowsPerPage)).map(({ records: own }) => named(own)).sort(),
    edges: [...new Set(edges.map(({ a, b, weight }) => `${named([a, b])} ${weight}`))].sort(),
    alerts: (await ledger.scanAlerts(undefined, LIMITS.rowsPerPage))
      .filter(({ status }) => status === 'open')
      .map(({ records: pair, copies = 0, confidence }) => `${named(pair)} ${copies} ${confidence}`)
      .sort(),
    counters: Object.fromEntries([...(await ledger.counters())].sort()),
  }
}

/** Tests that reclustering changes clusters of another origin within the same registry. */
export function testRecluster(bench: StorageBench): void {
  describe('recluster', () => {
    it('merges copies that were restored as separate records, with the result of an import', async () => {
      const [imported, restored] = [await bench.open(), await bench.open()]
      await (await createRegistry({ storage: imported })).import(records())
      await restoreRegistry(
        restored,
        exportClusters(
          records().map((record) => [record]),
          { seed: 3 },
        ),
      )
      const registry = await createRegistry({ storage: restored })
      expect(await contentOf(restored)).not.toEqual(await contentOf(imported))
      await registry.recluster()
      expect(await contentOf(restored)).toEqual(await contentOf(imported))
      expect(await registry.recluster()).toMatchObject({ edges: 0, steps: 0 })
    })
  })
}
