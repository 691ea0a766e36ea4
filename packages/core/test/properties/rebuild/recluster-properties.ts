import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Storage, SupplierRecord } from '@utpid/core'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { parseRecord } from '../../../src/ingest/parse-record.ts'
import { createRegistry } from '../../../src/registry/create-registry.ts'
import { exportClusters } from '../../../src/registry/export/export-clusters.ts'
import { restoreRegistry } from '../../../src/registry/export/restore-registry.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { expectSameState, orderlessState, readWhole } from '../../support/registry-state.ts'
import { finalState, type SmallRecord, smallRecord } from '../../support/small-world.ts'
import { TIMELESS } from '../../support/timeless.ts'

/**
 * Tests that reclustering a restored registry gives the clusters of an import, for any restored clusters. A second run
 * changes nothing.
 */
export function anyGroupsBecomeThoseOfAnImport(numRuns: number): Promise<void> {
  // A copy of every other record: the same content with a code that no other record has.
  const copy = fc.option(fc.tuple(fc.constantFrom('b0', 'd0', 'd1'), fc.nat(11)))
  const records = fc.array(fc.tuple(smallRecord(), fc.nat(11), copy), { minLength: 1, maxLength: 24 })
  return fc.assert(
    fc.asyncProperty(records, async (drawn) => {
      const grouped = drawn.flatMap(([record, group, copied]): [SmallRecord, number][] => [
        [record, group],
        ...(copied === null ? [] : [[{ ...record, code: copied[0] }, copied[1]] as [SmallRecord, number]]),
      ])
      const numbers = new Map(grouped.map(([{ supplier, code }, group]) => [`${supplier}/${code}`, group]))
      const last = finalState(grouped.map(([record]) => record))
      const imported = await openRegistry({ survivorshipRules: TIMELESS })
      await imported.registry.import(last)

      const storage = createMemoryStorage()
      const groups = [...new Set(numbers.values())].map((number) =>
        parsed(last.filter(({ supplier, code }) => numbers.get(`${supplier}/${code}`) === number)),
      )
      await restoreRegistry(storage, exportClusters(groups, { seed: 7 }))
      const registry = await createRegistry({ storage, survivorshipRules: TIMELESS })
      const tried = await registry.recluster({ dryRun: true })
      const before = await storage.ledger.head()
      const right = await utpids(storage)
      const done = await registry.recluster()
      expectSame(tried.records, last.length, 'compared')
      expectSame(tried.steps, done.steps, 'steps of a dry run')
      expectSame(tried.edges, done.edges, 'edges of a dry run')
      if (done.steps === 0) expectSame(done.change, before.change, 'the last change')
      expectKept(right, await utpids(storage))

      expectSameState(await orderlessState(storage), await orderlessState(imported.storage))
      await expectConsistent(storage)
      expectSame((await registry.recluster()).steps, 0, 'steps of a second one')
    }),
    runs(numRuns),
  )
}

/** Returns the UTPID of each product. The key is the list of its record ids. */
async function utpids(storage: Storage): Promise<Map<string, number>> {
  const { products } = await readWhole(storage)
  return new Map(products.map(({ id, records }) => [[...records].sort((a, b) => a - b).join(), id]))
}

/** Fails unless each product with unchanged records has the same UTPID. */
function expectKept(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): void {
  for (const [records, id] of after) {
    const was = before.get(records)
    if (was !== undefined) expectSame(id, was, 'the UTPID of a product whose records are the same')
  }
}

function parsed(records: readonly SmallRecord[]): SupplierRecord[] {
  return records.map((record) => {
    const read = parseRecord(record)
    if ('record' in read) return read.record
    throw new Error(`A record of the small world was refused: ${JSON.stringify(read)}`)
  })
}

function expectSame(value: number, expected: number, what: string): void {
  if (value !== expected) throw new Error(`${what}: ${value}, not ${expected}`)
}
