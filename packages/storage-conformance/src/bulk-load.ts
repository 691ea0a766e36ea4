import {
  createRegistry,
  type ExportRow,
  type LedgerRow,
  type Registry,
  restoreRegistry,
  type Storage,
} from '@utpid/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectError } from './expect-error.ts'
import { saidBy } from './said-by.ts'
import type { StorageBench } from './storage-bench.ts'

/** With everything that some way of writing rows down sets apart. */
const NAMES = ['Zephyr', 'Marlowe', 'Quill\\t', 'Solace "x"', 'Ember', 'Larkspur', 'アパホテル', 'Ünïcode 😀']
const HOTELS = NAMES.flatMap((name, at) => {
  const location = { city: 'Paris', country: 'FR', coordinates: [48.86 + at / 100, 2.34] }
  const hotel = { category: 'hotel', location, phone: `+33 1 40 20 50 5${at}` }
  return [
    { supplier: 'alpha', code: `A\n${at}\\`, name: `Hotel ${name}`, ...hotel },
    { supplier: 'beta', code: `B${at}${at === 1 ? 'x'.repeat(200) : ''}`, name: `${name} Paris`, ...hotel },
    { supplier: 'gamma', code: `C${at}`, name: `Hotel ${name} Annex`, ...hotel },
  ]
})

/** A storage that can be filled at once says afterwards what commits would have made it say. */
export function testBulkLoad(bench: StorageBench): void {
  describe('filling at once', () => {
    let storage: Storage
    beforeEach(async (context) => {
      storage = await bench.open()
      context.skip(storage.beginLoad === undefined, 'it has no quicker way to be filled than commits')
    })

    /** As commits make it. */
    const committed = async (rows: readonly unknown[]): Promise<Storage> => {
      const { beginLoad: _, ...byCommits } = await bench.open()
      await restoreRegistry(byCommits, rows)
      return byCommits
    }

    it('makes of an export what commits make of it, and goes on', async () => {
      const rows = await rowsOf(await sampleRegistry(await bench.open()))
      await restoreRegistry(storage, rows)
      expect(await saidBy(storage)).toEqual(await saidBy(await committed(rows)))
      const registry = await createRegistry({ storage })
      expect((await registry.import(HOTELS)).unchanged).toBe(HOTELS.length)
      expect(await rowsOf(registry)).toEqual(expect.arrayContaining(rows.slice(1, -1).map(withoutChecksum)))
    })

    it('takes an export that tells some things twice, since others wrote while it was made', async () => {
      const registry = await sampleRegistry(await bench.open())
      const rows: ExportRow[] = []
      for await (const row of registry.export()) {
        rows.push(JSON.parse(JSON.stringify(row)))
        if (rows.length !== 12) continue
        await registry.import(HOTELS.map((hotel) => ({ ...hotel, name: `${hotel.name} Grand` })))
        const [gone] = (await registry.search('grand')).products
        await registry.delete(gone?.utpid as string, { by: 'ann' })
      }
      await restoreRegistry(storage, rows)
      expect(await saidBy(storage)).toEqual(await saidBy(await committed(rows)))
    })

    it('keeps nothing of an export that breaks off, and takes a whole one afterwards, once', async () => {
      const rows = await rowsOf(await sampleRegistry(await bench.open()))
      await expectError('export_damaged', () => restoreRegistry(storage, rows.slice(0, -1)))
      expect(await storage.ledger.head()).toEqual({ change: 0 })
      expect(await storage.ledger.scanRecords(-1, 1)).toEqual([])
      await restoreRegistry(storage, rows)
      await expectError('storage_not_empty', () => restoreRegistry(storage, rows))
      expect((await storage.ledger.counters()).get('records')).toBe(HOTELS.length)
    })

    it('clears what a load left that ended before its last step', async () => {
      const rows = await rowsOf(await sampleRegistry(await bench.open()))
      const load = await storage.beginLoad?.()
      await load?.finish({ counters: { records: 9 }, words: { left: 3 } })
      await expectError('restore_unfinished', () => createRegistry({ storage }))
      await restoreRegistry(storage, rows)
      expect((await storage.ledger.counters()).get('records')).toBe(HOTELS.length)
      expect(await storage.ledger.words(['left'])).toEqual([0])
    })

    it('refuses two records of one code, and keeps nothing', async () => {
      const load = await storage.beginLoad?.()
      await load?.put([endedRecord(1, 'A1'), endedRecord(2, 'A1')])
      await expectError('supplier_code_taken', async () => load?.finish({ counters: {}, words: {} }))
      await load?.abandon()
      expect(await storage.ledger.head()).toEqual({ change: 0 })
      expect(await storage.ledger.scanRecords(-1, 9)).toEqual([])
    })

    it('is of no use after its end, which may come twice', async () => {
      const load = await storage.beginLoad?.()
      await load?.put([endedRecord(1, 'A1')])
      await load?.abandon()
      await load?.abandon()
      await expectError('validation_failed', async () => load?.put([endedRecord(2, 'A2')]))
      await expectError('validation_failed', async () => load?.finish({ counters: {}, words: {} }))
      const other = await storage.beginLoad?.()
      await other?.put([endedRecord(3, 'A3')])
      await other?.finish({ counters: { records: 0 }, words: {} })
      await other?.abandon()
      expect((await storage.ledger.scanRecords(-1, 9)).map(({ row }) => row.id)).toEqual([3])
    })

    it('lasts', async (context) => {
      context.skip(!storage.capabilities.durable, 'not durable: what it holds ends with the process')
      const rows = await rowsOf(await sampleRegistry(await bench.open()))
      await restoreRegistry(storage, rows)
      const before = await saidBy(storage)
      expect(await saidBy(await bench.reopen(storage))).toEqual(before)
    })
  })
}

async function sampleRegistry(storage: Storage): Promise<Registry> {
  const registry = await createRegistry({ storage })
  await registry.import(HOTELS)
  const { products } = await registry.search('hotel', { limit: 9 })
  const [one, other, third] = products.map(({ utpid }) => utpid) as [string, string, string]
  await registry.merge(one, other, { by: 'ann' })
  await registry.verify(third, { by: 'ann', method: 'manual' })
  await registry.addAliases([{ alias: 'old\t1', utpid: third }])
  return registry
}

async function rowsOf(registry: Registry): Promise<ExportRow[]> {
  const rows: ExportRow[] = []
  for await (const row of registry.export()) rows.push(JSON.parse(JSON.stringify(row)))
  return rows
}

/** What is told again may come in another order. */
function withoutChecksum({ checksum: _, ...row }: ExportRow & { readonly checksum?: string }): unknown {
  return expect.objectContaining(row)
}

function endedRecord(id: number, code: string): LedgerRow {
  const at = '2026-03-01T12:00:00.000Z'
  return {
    kind: 'record',
    row: {
      id,
      revision: 1,
      record: { supplier: 'alpha', code, name: 'Hotel' },
      contentHash: '00000000000000aa',
      features: Uint8Array.of(1),
      keys: [],
      firstSeenAt: at,
      updatedAt: at,
      endedAt: at,
    },
  }
}
