import { LIMITS } from '../../model/limits.ts'
import type { RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** Yields the record ids of a supplier page by page, including inactive records. */
export async function* recordsOfSupplier(
  { ledger }: Pick<RegistryContext, 'ledger'>,
  supplier: string,
): AsyncGenerator<RecordId[], void> {
  for (let after: string | undefined; ; ) {
    const page = await ledger.scanCodes(supplier, after, LIMITS.rowsPerPage)
    const last = page.at(-1)
    if (last === undefined) return
    yield page.map(({ recordId }) => recordId)
    after = last.code
  }
}
