import { LayeredTable, type Undo } from './layered-table.ts'
import type { LedgerTables, Table } from './lmdb-tables.ts'

/**
 * Creates tables of a read-only ledger, with changes on top of them in memory. A transaction commits when its function
 * returns, and rolls back when its function throws.
 */
export function layeredTables({ table, spare }: Pick<LedgerTables, 'table' | 'spare'>): LedgerTables {
  let undos: Undo[] | undefined
  const run = <T>(work: () => T): T => {
    const outer = undos
    const own: Undo[] = []
    undos = own
    try {
      const result = work()
      outer?.push(...own)
      return result
    } catch (error) {
      for (const undo of own.reverse()) undo()
      throw error
    } finally {
      undos = outer
    }
  }
  const layered = <Names extends string>(tables: Readonly<Record<Names, Table>>): Record<Names, Table> =>
    Object.fromEntries<Table>(
      Object.entries<Table>(tables).map(([name, base]) => [
        name,
        new LayeredTable(name, base, (undo) => undos?.push(undo)),
      ]),
    ) as Record<Names, Table>
  return {
    root: {
      transaction: async (work) => run(work),
      childTransaction: (work) => run(work) as never,
    },
    table: layered(table),
    spare: layered(spare),
    swap() {
      throw new TypeError('A registry package has no index generations to swap.')
    },
  }
}
