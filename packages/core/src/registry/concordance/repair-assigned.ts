import { isSameData } from '../../encoding/same-data.ts'
import { LIMITS } from '../../model/limits.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import { concordanceRowId } from '../../storage/concordance-rows.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { ChangeNumber, ConcordanceRow, RecordId } from '../../storage/rows.ts'
import { requireRules } from '../context/active-generation.ts'
import { type CallOptions, checkSignal } from '../context/check-signal.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { readAssigned } from '../records/assigned-identifiers.ts'
import { retryOnConflict, runTransaction } from '../write/run-transaction.ts'
import { affectedRecords } from './update-sets.ts'

/** The options of `repairAssigned`. */
export interface RepairAssignedOptions extends CallOptions {
  /** A callback with the number of records that were compared so far, called after each page. */
  readonly onProgress?: (progress: { readonly done: number }) => void
}

/** The result of `repairAssigned`. */
export interface RepairedAssigned {
  /** The number of records that were written again. */
  readonly records: number
  /** The number of the last change; the latest change if nothing was written. */
  readonly change: ChangeNumber
}

/**
 * Compares the assigned identifiers of all records with the stored concordances, and writes records that differ again,
 * as an import would. Only damage makes them differ.
 */
export async function repairAssigned(
  context: RegistryContext,
  { signal, onProgress }: RepairAssignedOptions = {},
): Promise<RepairedAssigned> {
  const { ledger } = context
  let { change } = await ledger.head()
  let [records, done] = [0, 0]
  for (let after: RecordId | undefined = -1; after !== undefined; ) {
    checkSignal(signal)
    const page: readonly StoredRecord[] = await ledger.scanRecords(after, LIMITS.idsPerRead / 2)
    after = page.at(-1)?.row.id
    const codes = page.map(({ row: { record } }): SupplierCode => ({ supplier: record.supplier, code: record.code }))
    const assigned = await readAssigned(ledger, codes)
    const wrong = codes.filter((_, at) => !isSameData(page[at]?.row.assigned ?? [], assigned[at]))
    if (wrong.length > 0) {
      const repaired = await writeAgain(context, wrong)
      records += repaired.records
      change = repaired.change ?? change
    }
    done += page.length
    onProgress?.({ done })
    await context.yield()
  }
  return { records, change }
}

function writeAgain(
  context: RegistryContext,
  codes: readonly SupplierCode[],
): Promise<{ readonly records: number; readonly change?: ChangeNumber }> {
  return context.writes.runExclusive(async () => {
    requireRules(context)
    return await retryOnConflict(context, async () => {
      const { ledger } = context
      const { change: readVersion } = await ledger.head()
      const ids = codes.map(concordanceRowId)
      const stored = await readInChunks(ids, (chunk) => ledger.concordances(chunk))
      const rows = ids.map((id, at): ConcordanceRow => stored[at] ?? { id })
      const { pending } = await affectedRecords(context, rows)
      if (pending.size === 0) return { records: 0 }
      // The unchanged rows are written again, so that a concurrent change of their sets is a conflict.
      const concordances = { rows, absent: [], counters: {} }
      const { change } = await runTransaction(context, { readVersion, at: now(context), pending, concordances })
      return { records: pending.size, change }
    })
  })
}
