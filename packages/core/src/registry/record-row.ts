import { ownKeys, probeKeys } from '../blocking/record-keys.ts'
import type { IndexRules } from '../features/index-rules.ts'
import type { PendingRecord } from '../grouping/pending-record.ts'
import { recordDrift } from '../grouping/record-drift.ts'
import type { Gazetteer } from '../model/gazetteer.ts'
import type { SupplierRecord } from '../model/supplier-record.ts'
import type { PairScorer } from '../scoring/score-pair.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import type { RecordId } from '../storage/rows.ts'
import { canonicalJson } from '../text/canonical-json.ts'
import { hashText53, hashTextHex } from '../text/hash.ts'

/** The id that a record has unless another one has it already. */
export function wantedRecordId({ supplier, code }: Pick<SupplierRecord, 'supplier' | 'code'>): RecordId {
  return hashText53(`${supplier}\u0000${code}`)
}

/** 16 hex digits by which a record is known as unchanged. */
export function contentHashOf(record: SupplierRecord): string {
  // Fields come in the order the door gives them; only in `extra` the order of keys is the supplier's.
  const { extra, ...fields } = record
  return hashTextHex(JSON.stringify(fields) + (extra === undefined ? '' : canonicalJson(extra)))
}

/**
 * A record as it is about to be written, with what is known of it.
 *
 * @param before - What is stored under its id now.
 * @param at - ISO 8601 UTC.
 */
export function pendingRecord(
  id: RecordId,
  record: SupplierRecord,
  {
    before,
    contentHash,
    rules,
    gazetteer,
    scorer,
    at,
  }: {
    before?: StoredRecord | undefined
    contentHash: string
    rules: IndexRules
    gazetteer: Gazetteer | undefined
    scorer: PairScorer
    at: string
  },
): PendingRecord {
  const features = rules.extract(record, record, gazetteer)
  const probe = probeKeys(features, rules.salt)
  const drift = before === undefined ? undefined : recordDrift(rules.decode(before.row.features), features, scorer)
  const strayedFrom =
    drift?.kind === 'reuse' && before?.link !== undefined
      ? { productId: before.link.productId, contentHash: before.row.contentHash }
      : before?.row.strayedFrom
  const row = {
    id,
    revision: (before?.row.revision ?? 0) + 1,
    record,
    contentHash,
    features: rules.encode(features),
    keys: ownKeys(probe),
    firstSeenAt: before?.row.firstSeenAt ?? at,
    updatedAt: at,
    ...(strayedFrom === undefined ? {} : { strayedFrom }),
  }
  return { row, features, probe, before, ...(drift === undefined ? {} : { drift }) }
}

/** A record that ends: it takes part in nothing any more, but what it said stays. */
export function endedRecord(before: StoredRecord, rules: IndexRules, at: string): PendingRecord {
  const { row, link } = before
  return {
    row: {
      ...row,
      revision: row.revision + 1,
      keys: [],
      updatedAt: at,
      endedAt: at,
      ...(link === undefined ? {} : { endedFrom: link.productId }),
    },
    features: rules.decode(row.features),
    probe: [],
    before,
  }
}

/** A record that had ended, as it was. */
export function returnedRecord(before: StoredRecord, rules: IndexRules, at: string): PendingRecord {
  const { endedAt: _, endedFrom: __, ...row } = before.row
  const features = rules.decode(row.features)
  const probe = probeKeys(features, rules.salt)
  return { row: { ...row, revision: row.revision + 1, keys: ownKeys(probe), updatedAt: at }, features, probe, before }
}
