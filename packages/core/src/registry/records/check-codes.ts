import type { SupplierCode } from '../../model/supplier-record.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import { damagedRegistry } from '../../storage/ledger/whole-ledger.ts'
import type { Ledger, StoredRecord } from '../../storage/ledger.ts'

/**
 * Whether codes that lead to no record are of none. A record has the id that its code makes, unless another one had it
 * before; so one that is there under that id tells that its code was lost, and would be minted a second time.
 *
 * @param codes - That lead to no record.
 * @param holders - Of the id that each makes.
 * @param place - Where the registry is, for messages.
 * @throws RegistryError `storage_corrupt`
 */
export async function checkCodes(
  ledger: Pick<Ledger, 'bySupplierCode'>,
  codes: readonly SupplierCode[],
  holders: readonly (StoredRecord | undefined)[],
  place: string | undefined,
): Promise<void> {
  const doubtful = codes.filter(({ supplier, code }, at) => {
    const held = holders[at]?.row.record
    return held?.supplier === supplier && held.code === code
  })
  if (doubtful.length === 0) return
  // Somebody else may have written it since.
  const ids = await readInChunks(doubtful, (chunk) => ledger.bySupplierCode(chunk))
  const lost = doubtful[ids.indexOf(undefined)]
  if (lost !== undefined) {
    throw damagedRegistry(`code "${lost.code}" of ${lost.supplier} leads to no record, and a record has it`, place)
  }
}
