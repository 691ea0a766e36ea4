import { damagedRegistry } from '../../storage/ledger/checked-ledger.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger, StoredRecord } from '../../storage/ledger.ts'
import type { DetailsContent, RecordRow } from '../../storage/rows.ts'

/** A stored record with its details. `details` is present if and only if the row is `detailed`. */
export interface DetailedRecord extends StoredRecord {
  readonly details?: DetailsContent
}

/** The number of records whose details are read together. Details may be a hundred times as long as other rows. */
export const DETAILS_PER_READ = 100

/**
 * Reads the details of stored records. The details of a record may belong to a later revision of the record, if another
 * transaction changed the record in the meantime.
 *
 * @param place - Folder or database of the registry, for messages.
 * @returns The records with their details, in order. A record without details any more is read again.
 * @throws RegistryError `storage_corrupt` if the details of a record are missing.
 */
export async function readDetails(
  ledger: Pick<Ledger, 'getRecords' | 'details'>,
  stored: readonly StoredRecord[],
  place?: string,
): Promise<readonly DetailedRecord[]> {
  let unread = stored.flatMap(({ row }, at) => (row.detailed === true ? [at] : []))
  if (unread.length === 0) return stored
  const records: DetailedRecord[] = [...stored]
  const rowAt = (at: number): RecordRow => (records[at] as DetailedRecord).row
  while (unread.length > 0) {
    const ids = unread.map((at) => rowAt(at).id)
    const contents = await readInChunks(ids, (chunk) => ledger.details(chunk), DETAILS_PER_READ)
    for (const [each, at] of unread.entries()) {
      const details = contents[each]
      if (details !== undefined) records[at] = { ...(records[at] as StoredRecord), details }
    }
    const lost = unread.filter((_, each) => contents[each] === undefined)
    // Another transaction may have removed the details after the record was read.
    const again = await readInChunks(lost, (chunk) => ledger.getRecords(chunk.map((at) => rowAt(at).id)))
    for (const [each, at] of lost.entries()) {
      const { id, revision } = rowAt(at)
      const current = again[each]
      if (current === undefined || current.row.revision === revision) {
        throw damagedRegistry(`record ${id} has lost its details`, place)
      }
      records[at] = current
    }
    unread = lost.filter((at) => rowAt(at).detailed === true)
  }
  return records
}
