import { copyClassOf } from '../../blocking/copy-keys.ts'
import { type KeyRules, lookupKeys, ownKeys } from '../../blocking/record-keys.ts'
import { copyMembers } from '../../clustering/copy-members.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import { LIMITS } from '../../model/limits.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/**
 * A class of copies with wrongly stored keys: a copy is stored like the representative of the class, or the
 * representative like a copy.
 */
export interface DirtyClass {
  /** A record of the class. */
  readonly record: RecordId
  /** The number of records that are stored wrongly. */
  readonly misplaced: number
}

/** Finds dirty classes of copies. Returns each class once, even if the caller passes several of its records. */
export class DirtyCopies {
  readonly #context: RegistryContext
  /** The checked classes with two records or more. */
  readonly #checked = new Set<number>()

  constructor(context: RegistryContext) {
    this.#context = context
  }

  /**
   * Finds dirty classes of some records.
   *
   * @param stored - At most `LIMITS.lookupsPerCall` records.
   */
  async find(stored: readonly StoredRecord[]): Promise<DirtyClass[]> {
    const { index, ledger, active } = this.#context
    const { rules } = active
    const linked = stored.flatMap(({ row, link }) => {
      if (link === undefined) return []
      const features = rules.decode(row.features)
      return [{ record: row.id, features, keys: copyClassOf(features, rules, row.features) }]
    })
    // Most records are alone in their class, so the code reads only the other classes completely.
    const lookups = linked.map(({ keys }) => ({ keys: [keys.first, keys.copies], limits: [1, 0] }))
    const { skippedKeys } = await index.candidates(lookups, 1)
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

/** The classes that one batch fixes. */
export interface ClassBatch {
  /** One record of each class. */
  readonly records: readonly RecordId[]
  /**
   * The number of transactions that fix these classes. It exceeds 1 only if a single class is too large for one
   * transaction.
   */
  readonly steps: number
}

/**
 * Yields batches of classes. One transaction can fix each batch, except a batch with a single large class. Until all
 * classes are fixed, the keys of one class may exceed the limits of keys in other classes.
 */
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
 * Returns the records that a transaction needs to fix the classes of some records (`fixCopies`). For each class, these
 * are its representative and the wrongly stored records, up to the limit of a transaction.
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
      fixing.set(member.row.id, originalRecord(member, rules.decode(member.row.features), rules))
    }
  }
  return fixing
}

/**
 * Returns the wrongly stored records of a class.
 *
 * @param members - All records of a class, ordered by code.
 */
function misplacedOf(members: readonly StoredRecord[]): StoredRecord[] {
  return members.filter(({ row }, at) => (row.copy === true) !== at > 0)
}

/** Returns a stored record with the keys that it has if it is no copy and has no copies. */
function originalRecord(before: StoredRecord, features: RecordFeatures, rules: KeyRules): PendingRecord {
  const lookup = lookupKeys(features, rules)
  const { row } = before
  return { row: { ...row, revision: row.revision + 1, keys: ownKeys(lookup) }, features, lookup: lookup, before }
}
