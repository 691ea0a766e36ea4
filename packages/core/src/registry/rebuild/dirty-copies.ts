import { copyClassOf } from '../../blocking/copy-keys.ts'
import { lookupKeys, ownKeys } from '../../blocking/record-keys.ts'
import { copyMembers } from '../../clustering/copy-members.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import { LIMITS } from '../../model/limits.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** A dirty class of copies: some copies are stored as if they stood for the class, or the first record as a copy. */
export interface DirtyClass {
  /** A record of the class. */
  readonly record: RecordId
  /** Number of its records that are stored wrongly. */
  readonly misplaced: number
}

/** Finds dirty classes of copies, each once for any number of given records. */
export class DirtyCopies {
  readonly #context: RegistryContext
  /** Classes of two records or more that were checked. */
  readonly #checked = new Set<number>()

  constructor(context: RegistryContext) {
    this.#context = context
  }

  /** @param stored - At most `LIMITS.lookupsPerCall`. */
  async find(stored: readonly StoredRecord[]): Promise<DirtyClass[]> {
    const { index, ledger, active } = this.#context
    const { rules } = active
    const linked = stored.flatMap(({ row, link }) => {
      if (link === undefined) return []
      const features = rules.decode(row.features)
      return [{ record: row.id, features, keys: copyClassOf(features, rules, row.features) }]
    })
    // Most records are alone in their class: only the other classes are read in full.
    const probes = linked.map(({ keys }) => ({ keys: [keys.first, keys.copies], limits: [1, 0] }))
    const { skippedKeys } = await index.candidates(probes, 1)
    const found: DirtyClass[] = []
    for (const { lookup } of skippedKeys) {
      const { record, features, keys } = linked[lookup] as (typeof linked)[number]
      if (this.#checked.has(keys.hash)) continue
      const misplaced = misplacedOf(await copyMembers(features, new Map(), { ledger, index, rules })).length
      if (misplaced > 0) found.push({ record, misplaced })
      this.#checked.add(keys.hash)
    }
    return found
  }
}

/** Classes that are fixed together. */
export interface ClassBatch {
  /** A record of each class. */
  readonly records: readonly RecordId[]
  /** Number of transactions that fix them: more than one only for a class that is too large for one. */
  readonly steps: number
}

/** Yields classes in portions of at most one transaction: until all are fixed, each may overfill keys of the others. */
export function* batchesOf(classes: readonly DirtyClass[]): Generator<ClassBatch> {
  let records: RecordId[] = []
  let misplaced = 0
  const batch = (): ClassBatch => ({ records, steps: Math.ceil(misplaced / LIMITS.recordsPerCommit) })
  for (const each of classes) {
    if (records.length > 0 && misplaced + each.misplaced > LIMITS.recordsPerCommit) {
      yield batch()
      records = []
      misplaced = 0
    }
    records.push(each.record)
    misplaced += each.misplaced
  }
  if (records.length > 0) yield batch()
}

/**
 * Returns the records that fix the classes of some records, as input of a transaction (`fixCopies`). For each class
 * these are the record that stands for it and the wrongly stored ones, up to the limit of a transaction.
 */
export async function fixingRecords(
  { index, ledger, active: { rules } }: RegistryContext,
  ids: readonly RecordId[],
): Promise<Map<RecordId, PendingRecord>> {
  const fixing = new Map<RecordId, PendingRecord>()
  for (const each of await readInChunks(ids, (chunk) => ledger.getRecords(chunk))) {
    if (each?.link === undefined) continue
    const members = await copyMembers(rules.decode(each.row.features), new Map(), { ledger, index, rules })
    const misplaced = misplacedOf(members).slice(0, LIMITS.recordsPerCommit)
    if (misplaced.length === 0) continue
    for (const member of [members[0] as StoredRecord, ...misplaced]) {
      fixing.set(member.row.id, originalRecord(member, rules.decode(member.row.features), rules.salt))
    }
  }
  return fixing
}

/** @param members - Records of a class, by code. */
function misplacedOf(members: readonly StoredRecord[]): StoredRecord[] {
  return members.filter(({ row }, at) => (row.copy === true) !== at > 0)
}

/** Returns a stored record with the keys it has if no other record of its supplier has the same content. */
function originalRecord(before: StoredRecord, features: RecordFeatures, salt: number): PendingRecord {
  const probe = lookupKeys(features, salt)
  const { row } = before
  return { row: { ...row, revision: row.revision + 1, keys: ownKeys(probe) }, features, lookup: probe, before }
}
