import type { SupplierCode } from '../../model/supplier-record.ts'
import { damagedRegistry } from '../../storage/ledger/checked-ledger.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger, StoredRecord } from '../../storage/ledger.ts'

/**
 * Checks that codes for which a lookup found no record really have no record. The id of a record is derived from its
 * code, unless another record has that id. If the derived id leads to a record with the code, the index of codes has
 * lost the code. Then the record would be minted twice.
 *
 * @param codes - Codes that lead to no record.
 * @param holders - For each code, the record stored under the derived id.
 * @param place - Folder or database of the registry, for messages.
 * @throws RegistryError `storage_corrupt`
 */
export async function checkCodes(
  ledger: Pick<Ledger, 'bySupplierCode'>,
  codes: readonly SupplierCode[],
  holders: readonly (StoredRecord | undefined)[],
  place: string | undefined,
): Promise<void> {
  const possiblyLost = codes.filter(({ supplier, code }, at) => {
    const holder = holders[at]?.row.record
    return holder?.supplier === supplier && holder.code === code
  })
  if (possiblyLost.length === 0) return
  // Another writer may have written a record with the code in the meantime.
  const ids = await readInChunks(possiblyLost, (chunk) => ledger.bySupplierCode(chunk))
  const lost = possiblyLost[ids.indexOf(undefined)]
  if (lost !== undefined) {
    throw damagedRegistry(`code "${lost.code}" of ${lost.supplier} leads to no record, but a record has it`, place)
  }
}
