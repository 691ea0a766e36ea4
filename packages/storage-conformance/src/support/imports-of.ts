import { LIMITS, type Storage } from '@utpid/core'
import type { ImportRow } from '@utpid/core/storage'

/** Returns the import rows of each supplier, newest first. */
export async function importsOf(ledger: Storage['ledger']): Promise<ImportRow[][]> {
  const imports: ImportRow[][] = []
  for (const { id } of await ledger.suppliers()) imports.push(await ledger.imports(id, 0, LIMITS.rowsPerPage))
  return imports
}
