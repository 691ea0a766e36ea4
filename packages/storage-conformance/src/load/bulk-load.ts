import { createRegistry, type Storage } from '@utpid/core'
import { restoreRegistry } from '@utpid/core/copy'
import type { ExportRow } from '@utpid/core/operations'
import type { LedgerRow } from '@utpid/core/storage'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { rowsIn } from '../support/rows-in.ts'
import type { StorageBench } from '../support/storage-bench.ts'
import { exportedRows, FEW_HOTELS, linesWithDuplicates, sampleRegistry } from './sample-export.ts'

/** A line after the first batch of lines, so that some rows are written before it. */
const DAMAGED_LINE = 1_100

/** Tests that a storage returns the same results after a bulk load as after commits. */
export function testBulkLoad(bench: StorageBench): void {
  describe('a bulk load', () => {
    let storage: Storage
    beforeEach(async (context) => {
      storage = await bench.open()
      context.skip(storage.beginLoad === undefined, 'it has no bulk load')
    })

    // Creates the lines only once: the import of many hotels takes most of the time of these tests.
    let lines: Promise<readonly string[]> | undefined
    const manyLines = async (): Promise<readonly string[]> => {
      lines ??= linesWithDuplicates(await bench.open())
      return await lines
    }

    /** Returns a storage with the same rows, written by commits. */
    const committed = async (rows: readonly unknown[]): Promise<Storage> => {
      const { beginLoad: _, ...byCommits } = await bench.open()
      await restoreRegistry(byCommits, rows)
      return byCommits
    }

    it('gives the result of commits for an export, and allows further writes', async () => {
      const rows = await exportedRows(await sampleRegistry(await bench.open()))
      await restoreRegistry(storage, rows)
      expect(await rowsIn(storage)).toEqual(await rowsIn(await committed(rows)))
      const registry = await createRegistry({ storage })
      expect((await registry.import(FEW_HOTELS)).unchanged).toBe(FEW_HOTELS.length)
      expect(await exportedRows(registry)).toEqual(expect.arrayContaining(rows.slice(1, -1).map(withoutChecksum)))
    })

    it('accepts an export with duplicate rows from concurrent writes', async () => {
      const registry = await sampleRegistry(await bench.open())
      const rows: ExportRow[] = []
      for await (const row of registry.export()) {
        rows.push(JSON.parse(JSON.stringify(row)))
        if (rows.length !== 12) continue
        await registry.import(FEW_HOTELS.map((hotel) => ({ ...hotel, name: `${hotel.name} Grand` })))
        const [gone] = (await registry.search('grand')).products
        await registry.delete(gone?.utpid as string, { actor: 'ann' })
      }
      await restoreRegistry(storage, rows)
      expect(await rowsIn(storage)).toEqual(await rowsIn(await committed(rows)))
    })

    it('stores nothing of an interrupted export, and accepts a complete export afterwards, once', async () => {
      const rows = await exportedRows(await sampleRegistry(await bench.open()))
      await expectError('export_damaged', () => restoreRegistry(storage, rows.slice(0, -1)))
      expect(await storage.ledger.head()).toEqual({ change: 0 })
      expect(await storage.ledger.scanRecords(-1, 1)).toEqual([])
      await restoreRegistry(storage, rows)
      await expectError('storage_not_empty', () => restoreRegistry(storage, rows))
      expect((await storage.ledger.counters()).get('records')).toBe(FEW_HOTELS.length)
    })

    it('clears the rows of a load that was interrupted before its last transaction', async () => {
      const rows = await exportedRows(await sampleRegistry(await bench.open()))
      const load = await storage.beginLoad?.()
      await load?.finish({ counters: { records: 9 }, words: { left: 3 } })
      await expectError('restore_unfinished', () => createRegistry({ storage }))
      await restoreRegistry(storage, rows)
      expect((await storage.ledger.counters()).get('records')).toBe(FEW_HOTELS.length)
      expect(await storage.ledger.words(['left'])).toEqual([0])
    })

    it('rejects two records with one code, and stores nothing', async () => {
      const load = await storage.beginLoad?.()
      await load?.put([deactivatedRecord(1, 'A1'), deactivatedRecord(2, 'A1')])
      await expectError('supplier_code_taken', async () => load?.finish({ counters: {}, words: {} }))
      await load?.abandon()
      expect(await storage.ledger.head()).toEqual({ change: 0 })
      expect(await storage.ledger.scanRecords(-1, 9)).toEqual([])
    })

    it('is unusable after its end, which may be repeated', async () => {
      const load = await storage.beginLoad?.()
      await load?.put([deactivatedRecord(1, 'A1')])
      await load?.abandon()
      await load?.abandon()
      await expectError('validation_failed', async () => load?.put([deactivatedRecord(2, 'A2')]))
      await expectError('validation_failed', async () => load?.finish({ counters: {}, words: {} }))
      const other = await storage.beginLoad?.()
      await other?.put([deactivatedRecord(3, 'A3')])
      await other?.finish({ counters: { records: 0 }, words: {} })
      await other?.abandon()
      expect((await storage.ledger.scanRecords(-1, 9)).map(({ row }) => row.id)).toEqual([3])
    })

    it('reads lines on threads, and skips lines of other kinds', async (context) => {
      const load = await storage.beginLoad?.()
      context.skip(load?.lineReader === undefined, 'it reads export lines in the main thread only')
      const lines = await manyLines()
      const rows = lines.slice(10, 1_010)
      const kinds = (await load?.lineReader?.read(rows))?.facts.kinds ?? {}
      expect(Object.values(kinds).reduce((sum, each) => sum + each, 0)).toBe(rows.length)
      expect(await load?.lineReader?.read(lines.slice(0, 1_000))).toBeUndefined()
      expect(await load?.lineReader?.read([...rows, rows[0] as string])).toBeUndefined()
      expect(await load?.lineReader?.read(['[]'])).toBeUndefined()
      await load?.abandon()
      expect(await load?.lineReader?.read(rows)).toBeUndefined()
    }, 60_000)

    it.each([
      ['a letter has changed', (line: string) => line.replace('"kind"', '"kinD"')],
      ['it is truncated', (line: string) => line.slice(0, -9)],
      ['it is missing', () => ''],
    ])(
      'reports the damaged line like commits: %s',
      async (_, damage) => {
        const lines = await manyLines()
        const damaged = lines.map((line, at) => (at === DAMAGED_LINE ? damage(line) : line))
        const expected = await committed(damaged).catch((reason: unknown) => reason)
        expect(expected).toMatchObject({ code: 'export_damaged' })
        await expect(restoreRegistry(storage, damaged)).rejects.toMatchObject({ message: (expected as Error).message })
        expect(await storage.ledger.head()).toEqual({ change: 0 })
      },
      60_000,
    )

    it('lasts', async (context) => {
      context.skip(!storage.capabilities.durable, 'not durable: its content ends with the process')
      const rows = await exportedRows(await sampleRegistry(await bench.open()))
      await restoreRegistry(storage, rows)
      const before = await rowsIn(storage)
      expect(await rowsIn(await bench.reopen(storage))).toEqual(before)
    })
  })
}

/** Removes the checksum, since duplicate rows of an export may be in another order. */
function withoutChecksum({ checksum: _, ...row }: ExportRow & { readonly checksum?: string }): unknown {
  return expect.objectContaining(row)
}

function deactivatedRecord(id: number, code: string): LedgerRow {
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
      deactivatedAt: at,
    },
  }
}
