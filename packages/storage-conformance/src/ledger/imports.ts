import { LIMITS } from '@utpid/core'
import type { ImportRow } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { sampleImport, write } from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

/** Tests that summaries of imports are stored by supplier and change, and that old ones are deleted. */
export function testImports(bench: StorageBench): void {
  describe('imports', () => {
    it('are read newest first, in pages, with their own supplier only', async () => {
      const storage = await bench.open()
      for (const created of [1, 2, 3]) await write(storage, { imports: [sampleImport('acme', { created })] })
      await write(storage, { imports: [sampleImport('acme-2', { created: 4 }), sampleImport('beta', { created: 5 })] })
      const { ledger } = storage
      expect((await ledger.imports('acme', 0, 10)).map(numbersOf)).toEqual([
        [3, 3],
        [2, 2],
        [1, 1],
      ])
      expect((await ledger.imports('acme', 3, 1)).map(numbersOf)).toEqual([[2, 2]])
      expect(await ledger.imports('acme', 1, 10)).toEqual([])
      expect((await ledger.imports('beta', 0, 10)).map(numbersOf)).toEqual([[4, 5]])
      expect(await ledger.imports('nix', 0, 10)).toEqual([])
      expect((await ledger.changes(0, 10)).map(({ imports }) => imports)).toEqual([
        [{ supplier: 'acme', change: 1 }],
        [{ supplier: 'acme', change: 2 }],
        [{ supplier: 'acme', change: 3 }],
        [
          { supplier: 'acme-2', change: 4 },
          { supplier: 'beta', change: 4 },
        ],
      ])
    })

    it('are returned complete and keep a change that is not 0', async () => {
      const storage = await bench.open()
      const row: ImportRow = {
        ...sampleImport('acme', {}),
        change: 7,
        rejections: { missing_code: 2 },
        full: true,
        source: { file: 'アパ \ud83d\u0000.csv', ignored: [{ column: 'tel', filled: 0.5, guess: 'phone' }] },
      }
      await write(storage, { imports: [row] })
      expect(await storage.ledger.imports('acme', 0, 1)).toStrictEqual([row])
    })

    it('are deleted beyond the limit of a supplier, oldest first', async () => {
      const storage = await bench.open()
      const { ledger } = storage
      const max = LIMITS.importsPerSupplier
      await write(storage, { imports: [sampleImport('beta', {})] })
      const rows = Array.from({ length: max + 2 }, (_, at) => ({ ...sampleImport('acme', {}), change: at + 1 }))
      // A copy of another ledger may write newer rows first.
      await write(storage, { imports: rows.slice(500) })
      await write(storage, { imports: rows.slice(0, 500) })
      const kept = await ledger.imports('acme', 0, max)
      expect(kept).toHaveLength(max)
      expect(kept.at(-1)?.change).toBe(3)
      expect(await ledger.imports('acme', 3, max)).toEqual([])
      expect(await ledger.imports('beta', 0, 10)).toHaveLength(1)
    })

    it('are refused twice for one change, and when they are too long', async () => {
      const storage = await bench.open()
      const row = sampleImport('acme', {})
      await expectError('validation_failed', () => write(storage, { imports: [row, row] }))
      const file = 'x'.repeat(LIMITS.importSummaryCharacters)
      await expectError('validation_failed', () => write(storage, { imports: [{ ...row, source: { file } }] }))
      await expectError('validation_failed', () => storage.ledger.imports('acme', 0, 0))
      expect(await storage.ledger.imports('acme', 0, 10)).toEqual([])
    })
  })
}

function numbersOf({ change, counts }: ImportRow): number[] {
  return [change, counts.created]
}
