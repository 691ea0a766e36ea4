import { type CopyClass, copyClassOf } from '../blocking/copy-keys.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import { LIMITS } from '../model/limits.ts'
import { readInChunks } from '../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import type { RecordId } from '../storage/rows.ts'
import { type CopySources, isLower, NO_LIMIT } from './fix-copies.ts'
import type { PendingRecord } from './pending-record.ts'

/**
 * Returns all records of a class after a transaction: the first record, then its copies by code.
 *
 * @param pending - Records of the transaction, with their final keys.
 */
export async function copyMembers(
  features: RecordFeatures,
  pending: ReadonlyMap<RecordId, PendingRecord>,
  { ledger, index, rules }: CopySources,
): Promise<StoredRecord[]> {
  const keys = copyClassOf(features, rules)
  const lookup = { keys: [keys.first, keys.copies], limits: [NO_LIMIT, NO_LIMIT] }
  const { recordIds } = await index.candidates([lookup], LIMITS.recordsPerKey)
  const others = [...recordIds].filter((id) => !pending.has(id))
  const stored = await readInChunks(others, (chunk) => ledger.getRecords(chunk))
  const members = stored.filter((each): each is StoredRecord => each?.link !== undefined)
  for (const { row, before } of pending.values()) {
    if (row.deactivatedAt !== undefined || !isUnder(row.keys, keys)) continue
    members.push({ row, ...(before?.link === undefined ? {} : { link: before.link }) })
  }
  // Two classes may share a key by chance, so the code also compares the hashes.
  return members
    .filter(({ row }) => copyClassOf(rules.decode(row.features), rules, row.features).hash === keys.hash)
    .sort((a, b) => (isLower(a.row, b.row) ? -1 : 1))
}

function isUnder(keys: readonly number[], { first, copies }: CopyClass): boolean {
  return keys.includes(first) || keys.includes(copies)
}
