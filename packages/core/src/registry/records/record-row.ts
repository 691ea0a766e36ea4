import { lookupKeys, ownKeys } from '../../blocking/record-keys.ts'
import { type PendingRecord, recordHashOf } from '../../clustering/pending-record.ts'
import { recordDrift } from '../../drift/record-drift.ts'
import { hashText53 } from '../../encoding/hash.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import { defined } from '../../model/defined.ts'
import type { Identifier, SupplierRecord } from '../../model/supplier-record.ts'
import type { PairScorer } from '../../scoring/score-pair.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { DetailsContent, DetailsRow, RecordId, RecordRow } from '../../storage/rows.ts'
import { NONE_ASSIGNED, withoutAssigned } from './assigned-identifiers.ts'
import type { ExtractedRecord } from './incoming-record.ts'

/** Returns the id that a record gets, unless another record already has this id. */
export function preferredRecordId({ supplier, code }: Pick<SupplierRecord, 'supplier' | 'code'>): RecordId {
  return hashText53(`${supplier}\u0000${code}`)
}

/**
 * Builds the row of a record to write, with its features and keys.
 *
 * @param record - The record without its details.
 * @param before - The row that is currently stored under the same id.
 * @param reading - Features and keys that the index rules extract.
 * @param at - The time, ISO 8601 UTC.
 */
export function pendingRecord(
  id: RecordId,
  record: SupplierRecord,
  {
    before,
    contentHash,
    details,
    assigned = NONE_ASSIGNED,
    extracted,
    rules,
    scorer,
    at,
  }: {
    before?: StoredRecord | undefined
    contentHash: string
    details: DetailsContent | undefined
    assigned?: readonly Identifier[]
    extracted: ExtractedRecord
    rules: IndexRules
    scorer: PairScorer
    at: string
  },
): PendingRecord {
  const { features, encoded, lookup, keys } = extracted
  const own = withoutAssigned(features, assigned)
  const drift = before === undefined ? undefined : recordDrift(rules.decode(before.row.features), own, scorer)
  const reassignedFrom =
    drift?.kind === 'reuse' && before?.link !== undefined
      ? { productId: before.link.productId, contentHash: recordHashOf(before.row.record) }
      : before?.row.reassignedFrom
  const row = {
    id,
    revision: (before?.row.revision ?? 0) + 1,
    record,
    contentHash,
    features: encoded,
    keys,
    firstSeenAt: before?.row.firstSeenAt ?? at,
    updatedAt: at,
    ...defined({ reassignedFrom }),
    ...flagOf(details),
    ...assignedPart(assigned),
  }
  return { row, features, lookup: lookup, before, ...defined({ drift, details: detailsRow(id, details, before) }) }
}

/** Builds the row of an active record of which only the details change. */
export function recordWithNewDetails(
  before: StoredRecord,
  {
    contentHash,
    details,
    rules,
    at,
  }: { contentHash: string; details: DetailsContent | undefined; rules: IndexRules; at: string },
): PendingRecord {
  const { detailed: _, ...row } = before.row
  return {
    row: { ...row, revision: row.revision + 1, contentHash, updatedAt: at, ...flagOf(details) },
    features: rules.decode(row.features),
    lookup: [],
    before,
    ...defined({ details: detailsRow(row.id, details, before) }),
    detailsOnly: true,
  }
}

/**
 * Builds the row of a stored record, active or not, of which only the assigned identifiers change. The supplier did not
 * update the record, so its time of update stays, and it does not drift.
 */
export function reassignedRecord(
  before: StoredRecord,
  assigned: readonly Identifier[],
  { features, encoded, lookup, keys }: ExtractedRecord,
): PendingRecord {
  const { assigned: _, ...row } = before.row
  const isActive = row.deactivatedAt === undefined
  return {
    row: {
      ...row,
      revision: row.revision + 1,
      features: encoded,
      keys: isActive ? keys : [],
      ...assignedPart(assigned),
    },
    features,
    lookup: isActive ? lookup : [],
    before,
  }
}

function assignedPart(assigned: readonly Identifier[]): Pick<RecordRow, 'assigned'> {
  return assigned.length === 0 ? {} : { assigned }
}

function flagOf(details: DetailsContent | undefined): { readonly detailed?: true } {
  return details === undefined ? {} : { detailed: true }
}

/** Returns the details row to write; undefined for a record that has no details and had none. */
function detailsRow(
  recordId: RecordId,
  content: DetailsContent | undefined,
  before: StoredRecord | undefined,
): DetailsRow | undefined {
  if (content !== undefined) return { recordId, content }
  return before?.row.detailed === true ? { recordId } : undefined
}

/**
 * Deactivates a record. An inactive record has no effect on matching or products, but the registry keeps its content
 * and details.
 */
export function deactivatedRecord(before: StoredRecord, rules: IndexRules, at: string): PendingRecord {
  const { link } = before
  const { copy: _, ...row } = before.row
  return {
    row: {
      ...row,
      revision: row.revision + 1,
      keys: [],
      updatedAt: at,
      deactivatedAt: at,
      ...(link === undefined ? {} : { formerProduct: link.productId }),
    },
    features: rules.decode(row.features),
    lookup: [],
    before,
  }
}

/** Reactivates an inactive record with its former content. */
export function reactivatedRecord(before: StoredRecord, rules: IndexRules, at: string): PendingRecord {
  const { deactivatedAt: _, formerProduct: __, ...row } = before.row
  const features = rules.decode(row.features)
  const lookup = lookupKeys(features, rules)
  return {
    row: { ...row, revision: row.revision + 1, keys: ownKeys(lookup), updatedAt: at },
    features,
    lookup: lookup,
    before,
  }
}
