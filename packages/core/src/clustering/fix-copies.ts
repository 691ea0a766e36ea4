import { areCopies, type CopyClass, classIdOf, copyClassOf, copyLookup } from '../blocking/copy-keys.ts'
import { recordsPerKey } from '../blocking/keys/key-value.ts'
import { type KeyRules, type LookupKey, lookupKeys, ownKeys } from '../blocking/record-keys.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { IndexRules } from '../features/rules/index-rules.ts'
import { LIMITS } from '../model/limits.ts'
import { readInChunks } from '../storage/ledger/read-in-chunks.ts'
import type { Ledger, StoredRecord } from '../storage/ledger.ts'
import type { CandidateColumns, KeyLookup, RegistryIndex } from '../storage/registry-index.ts'
import type { BlockingKey, RecordId, RecordRow } from '../storage/rows.ts'
import type { PendingRecord } from './pending-record.ts'

export interface CopySources {
  readonly ledger: Pick<Ledger, 'getRecords'>
  readonly index: Pick<RegistryIndex, 'candidates'>
  readonly rules: IndexRules
}

/** A copy class that records of the transaction join or leave. The class has copies before or after the transaction. */
export interface TouchedClass {
  readonly id: string
  readonly keys: CopyClass
  /** Features of one record of the class, for comparison with other records. */
  readonly features: RecordFeatures
  /** The records of the transaction that belong to the class: `present` after the transaction, `former` before it. */
  readonly present: readonly PendingRecord[]
  readonly former: readonly PendingRecord[]
}

/** Records of a transaction with their final keys. */
export interface FixedCopies {
  /** The given records, and other records that become or cease to be the first of their class. */
  readonly pending: ReadonlyMap<RecordId, PendingRecord>
  /** Keys of the classes that were looked up. Class keys are no evidence of similarity. */
  readonly classKeys: ReadonlySet<BlockingKey>
  readonly classes: ReadonlyMap<string, TouchedClass>
  /** New representatives of classes, by the previous representative. */
  readonly successors: ReadonlyMap<RecordId, RecordId>
}

export const NO_COPIES: Omit<FixedCopies, 'pending'> = {
  classKeys: new Set(),
  classes: new Map(),
  successors: new Map(),
}

interface ClassDraft {
  readonly keys: CopyClass
  readonly features: RecordFeatures
  readonly present: PendingRecord[]
  readonly former: PendingRecord[]
  /** The first record before the transaction, unless the transaction contains it. */
  stored: StoredRecord | undefined
  /** True if the ledger contains any copy of the class. */
  hasCopies: boolean
}

/** Returns the lookup keys of a stored record. */
export function storedLookup(
  { copy }: Pick<RecordRow, 'copy'>,
  features: RecordFeatures,
  rules: KeyRules,
): readonly LookupKey[] {
  return copy === true ? copyLookup(features, rules.salt) : lookupKeys(features, rules)
}

/**
 * Decides which records of a transaction represent their class ({@link CopyClass}). After the transaction, the record
 * with the lowest code represents the class. So the same records have the same keys in any order of arrival.
 *
 * @param records - Records with the keys that they have without copies.
 * @param raiseRevision - Whether to raise the revision of other records whose keys change. False while an index
 *   generation is built: its rows have the revisions of the ledger.
 */
export async function fixCopies(
  records: ReadonlyMap<RecordId, PendingRecord>,
  sources: CopySources,
  raiseRevision: boolean,
): Promise<FixedCopies> {
  if (records.size === 0) return { pending: records, ...NO_COPIES }
  const { rules } = sources
  const classes = joiningClasses([...records.values()], rules)
  await readFirsts(classes, records, sources)
  const pending = new Map<RecordId, PendingRecord>(records)
  const classKeys = new Set<BlockingKey>()
  const touched = new Map<string, TouchedClass>()
  const successors = new Map<RecordId, RecordId>()
  for (const joining of classes) {
    const { keys, features, present, former, stored, hasCopies } = joining
    classKeys.add(keys.first)
    // A record alone in its class has no successor.
    if (stored !== undefined || former.length > 0 || present.length > 1) classKeys.add(keys.copies)
    const lowest = lowerOf(stored, lowestOf(present))
    // Await only if needed: most records are alone in their class.
    const first = stored === undefined && hasCopies ? await firstOfRest(joining, records, sources) : lowest
    for (const each of present)
      pending.set(each.row.id, withFinalKeys(each, keys, each.row.id !== first?.row.id, rules))
    if (first !== undefined && first !== stored && !records.has(first.row.id)) {
      pending.set(first.row.id, withChangedRole(first, keys, false, { rules, raise: raiseRevision }))
    }
    if (stored !== undefined && stored !== first) {
      pending.set(stored.row.id, withChangedRole(stored, keys, true, { rules, raise: raiseRevision }))
    }
    if (hasCopies || present.length + (stored === undefined ? 0 : 1) > 1) {
      const id = classIdOf(keys)
      touched.set(id, { id, keys, features, present, former })
      const before = stored ?? former.find((each) => each.before?.row.copy !== true)
      if (first !== undefined && before !== undefined && before.row.id !== first.row.id) {
        successors.set(before.row.id, first.row.id)
      }
    }
  }
  return { pending, classKeys, classes: touched, successors }
}

/**
 * Returns the record with the lowest code after a transaction; undefined if the class is empty. Call this function for
 * a class with copies if its previous first record is missing or in the transaction.
 */
async function firstOfRest(
  { keys, features, present, former }: ClassDraft,
  given: ReadonlyMap<RecordId, PendingRecord>,
  sources: CopySources,
): Promise<StoredRecord | undefined> {
  const lowest = lowestOf(present)
  // All copies have higher codes than their previous representative.
  const before = former.find((each) => each.before?.row.copy !== true)
  if (before !== undefined && lowest !== undefined && !isLower(before.row, lowest.row)) return lowest
  return lowerOf(await lowestCopy(keys, features, given, sources), lowest)
}

function lowerOf(a: StoredRecord | undefined, b: StoredRecord | undefined): StoredRecord | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return isLower(b.row, a.row) ? b : a
}

/** Returns the classes to which the transaction's records belong before or after the transaction. */
function joiningClasses(given: readonly PendingRecord[], rules: IndexRules): ClassDraft[] {
  const classes = new Map<number, ClassDraft>()
  const classOf = (features: RecordFeatures, encoded: Uint8Array): ClassDraft => {
    const keys = copyClassOf(features, rules, encoded)
    let joining = classes.get(keys.hash)
    if (joining === undefined) {
      joining = { keys, features, present: [], former: [], stored: undefined, hasCopies: false }
      classes.set(keys.hash, joining)
    }
    return joining
  }
  for (const each of given) {
    const { row, before, features } = each
    const now = row.deactivatedAt === undefined ? classOf(features, row.features) : undefined
    now?.present.push(each)
    if (before === undefined || before.row.deactivatedAt !== undefined) continue
    const isAsBefore = now !== undefined && isSameBytes(before.row.features, row.features)
    const was = isAsBefore ? now : classOf(rules.decode(before.row.features), before.row.features)
    was.former.push(each)
  }
  return [...classes.values()]
}

/** Compares two byte arrays. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || (a.length === b.length && a.every((byte, at) => byte === b[at]))
}

/** Reads and sets `stored` and `hasCopies` of each class. */
async function readFirsts(
  classes: readonly ClassDraft[],
  given: ReadonlyMap<RecordId, PendingRecord>,
  { ledger, index, rules }: CopySources,
): Promise<void> {
  const lookups = classes.map(({ keys, former }): KeyLookup => {
    const limit = recordsPerKey(keys.first)
    // Limit 0 only shows whether copies exist. The result matters only if their representative may be missing.
    return former.length === 0
      ? { keys: [keys.first], limits: [limit] }
      : { keys: [keys.first, keys.copies], limits: [limit, 0] }
  })
  const found = new Map<ClassDraft, RecordId>()
  for (let from = 0; from < lookups.length; from += LIMITS.lookupsPerCall) {
    const chunk = lookups.slice(from, from + LIMITS.lookupsPerCall)
    const columns = await index.candidates(chunk, LIMITS.recordsPerKey)
    for (const [at] of chunk.entries()) {
      const joining = classes[from + at] as ClassDraft
      for (let row = columns.offsets[at] as number; row < (columns.offsets[at + 1] as number); row++) {
        const id = columns.recordIds[row] as number
        if (!given.has(id) && areCopies(featuresAt(columns, row, rules), joining.features, rules))
          found.set(joining, id)
      }
    }
    for (const { lookup } of columns.skippedKeys) (classes[from + lookup] as ClassDraft).hasCopies = true
  }
  const records = await readInChunks([...found.values()], (chunk) => ledger.getRecords(chunk))
  for (const [at, joining] of [...found.keys()].entries()) joining.stored = records[at]
}

function featuresAt(
  { bytes, featureOffsets }: CandidateColumns,
  row: number,
  rules: Pick<IndexRules, 'decode'>,
): RecordFeatures {
  return rules.decode(bytes.subarray(featureOffsets[row], featureOffsets[row + 1]))
}

/** The maximum record limit that an index accepts for a key. This limit allows all records. */
export const NO_LIMIT: number = 2 ** 48

/** Returns the copy with the lowest code that is not in the transaction. */
async function lowestCopy(
  keys: CopyClass,
  features: RecordFeatures,
  given: ReadonlyMap<RecordId, PendingRecord>,
  sources: CopySources,
): Promise<StoredRecord | undefined> {
  const { ledger, index, rules } = sources
  const { recordIds } = await index.candidates([{ keys: [keys.copies], limits: [NO_LIMIT] }], LIMITS.recordsPerKey)
  const ids = [...recordIds].filter((id) => !given.has(id))
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  const copies = stored.filter((each): each is StoredRecord => each?.link !== undefined)
  return copies
    .sort((a, b) => (isLower(a.row, b.row) ? -1 : 1))
    .find(({ row }) => areCopies(rules.decode(row.features), features, rules))
}

function lowestOf(records: readonly PendingRecord[]): PendingRecord | undefined {
  let lowest = records[0]
  for (const each of records) if (lowest !== undefined && isLower(each.row, lowest.row)) lowest = each
  return lowest
}

/** Compares records by code, then by id. Codes are unique within a supplier. */
export function isLower(a: RecordRow, b: RecordRow): boolean {
  if (a.record.code !== b.record.code) return a.record.code < b.record.code
  return a.id < b.id
}

/** Returns a record with the keys that it has while its supplier has no copy of it. */
export function withoutCopies(each: PendingRecord, rules: IndexRules): PendingRecord {
  return withFinalKeys(each, copyClassOf(each.features, rules), false, rules)
}

/** Returns a record of the transaction with its final keys. */
function withFinalKeys(each: PendingRecord, keys: CopyClass, isCopy: boolean, { salt }: IndexRules): PendingRecord {
  if (!isCopy) return { ...each, row: rowWithClassKey(each.row, each.row.keys, keys.first) }
  const lookup = copyLookup(each.features, salt)
  return { ...each, row: { ...rowWithClassKey(each.row, ownKeys(lookup), keys.copies), copy: true }, lookup: lookup }
}

/**
 * Returns the row of a record with the key of its class.
 *
 * @param own - Own keys of the record, ascending.
 */
function rowWithClassKey(row: RecordRow, own: readonly BlockingKey[], ofClass: BlockingKey): RecordRow {
  const keys: BlockingKey[] = []
  let isPut = false
  for (const key of own) {
    if (!isPut && key >= ofClass) {
      isPut = true
      if (key > ofClass) keys.push(ofClass)
    }
    keys.push(key)
  }
  if (!isPut) keys.push(ofClass)
  if (row.copy === undefined) return { ...row, keys }
  const { copy: _, ...rest } = row
  return { ...rest, keys }
}

/** Returns a stored record that becomes or ceases to be the representative of its class. */
function withChangedRole(
  before: StoredRecord,
  keys: CopyClass,
  isCopy: boolean,
  { rules, raise }: { readonly rules: IndexRules; readonly raise: boolean },
): PendingRecord {
  const features = rules.decode(before.row.features)
  const lookup = isCopy ? copyLookup(features, rules.salt) : lookupKeys(features, rules)
  const stored = { ...before.row, revision: before.row.revision + (raise ? 1 : 0) }
  const row = rowWithClassKey(stored, ownKeys(lookup), isCopy ? keys.copies : keys.first)
  return { row: isCopy ? { ...row, copy: true } : row, features, lookup: lookup, before }
}
