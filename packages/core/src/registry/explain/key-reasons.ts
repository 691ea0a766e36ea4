import { copyClassOf } from '../../blocking/copy-keys.ts'
import { explainKeys } from '../../blocking/explain-keys.ts'
import { lookupOf, recordsPerKey } from '../../blocking/keys/key-value.ts'
import { addedKeys, type LookupKey, lookupKeys, ownKeys, queryKeys, recordKeys } from '../../blocking/record-keys.ts'
import { storedLookup } from '../../clustering/fix-copies.ts'
import { type SharedKey, sharedKeys } from '../../clustering/shared-keys.ts'
import { defined } from '../../model/defined.ts'
import { LIMITS } from '../../model/limits.ts'
import type { ExplainedKey, NonMatchReason } from '../../model/match-explanation.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { BlockingKey } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import type { ComparedPair } from './compared-pair.ts'
import { countKeys } from './count-keys.ts'
import type { ComparedRecord } from './pair-side.ts'

/** A blocking key that both records share, with the number of records that have the key. */
interface CountedKey extends SharedKey {
  readonly records: number
  readonly isWide: boolean
}

/** The result of comparing the keys of a pair. */
export interface KeyFindings {
  readonly reasons: readonly NonMatchReason[]
  /** The usable shared keys, if all of them are city keys. Matching does not always look up city keys. */
  readonly cityOnly: readonly ExplainedKey[]
}

/** Explains why blocking does not select a pair. The result contains no reason if blocking selects the pair. */
export async function keyFindings(context: RegistryContext, { a, b }: ComparedPair): Promise<KeyFindings> {
  const shared = await sharedBy(context, a, b)
  // A query looks up more keys for an input than the keys under which the input would be stored. So the record explains
  // the shared keys.
  const explain = explainerOf(context, b.stored === undefined ? a : b)
  if (shared.length === 0) {
    const copies = [...(await copyReasons(context, a, 'a')), ...(await copyReasons(context, b, 'b'))]
    if (copies.length > 0) return { reasons: copies, cityOnly: [] }
    const [left, right] = [await keysOf(context, a), await keysOf(context, b)]
    return { reasons: [{ code: 'no_common_key', a: left, b: right }], cityOnly: [] }
  }
  const answered = shared.filter(({ key, records }) => records <= recordsPerKey(key))
  if (answered.length === 0) {
    return { reasons: [{ code: 'skipped_keys', keys: explain(shared) }], cityOnly: [] }
  }
  return { reasons: [], cityOnly: answered.every(({ isWide }) => isWide) ? explain(answered) : [] }
}

/** Explains that a record is a copy, and names the record that represents it. */
async function copyReasons(
  { index, ledger, active: { rules } }: RegistryContext,
  { stored, features }: ComparedRecord,
  side: 'a' | 'b',
): Promise<NonMatchReason[]> {
  if (stored?.row.copy !== true) return []
  const { first } = copyClassOf(features, rules)
  const { recordIds } = await index.candidates([lookupOf([first])], LIMITS.recordsPerKey)
  const found = await readInChunks([...recordIds], (ids) => ledger.getRecords(ids))
  const own = found.find((each) => each?.row.record.supplier === stored.row.record.supplier)
  if (own === undefined) return []
  const { supplier, code } = own.row.record
  return [{ code: 'copy', side, record: { supplier, code } }]
}

/**
 * Returns the shared keys. Two records share keys by the rule of edges. For an input, the rule of match queries
 * applies, which look up only the keys of the input.
 */
async function sharedBy(context: RegistryContext, a: ComparedRecord, b: ComparedRecord): Promise<CountedKey[]> {
  const { index, active } = context
  const { rules } = active
  const isQuestion = (a.stored === undefined) !== (b.stored === undefined)
  let lookup: LookupKey[]
  let shared: SharedKey[]
  if (isQuestion) {
    const [input, record] = a.stored === undefined ? [a, b] : [b, a]
    const carried = new Set(record.stored?.row.keys)
    lookup = [...queryKeys(input.features, rules, 'near'), ...queryKeys(input.features, rules, 'wide')]
    shared = lookup.filter(({ key }) => carried.has(key)).map(({ key }) => ({ key, ownKey: key }))
  } else {
    lookup = a.stored === undefined ? lookupKeys(a.features, rules) : [...storedLookup(a.stored.row, a.features, rules)]
    shared = sharedKeys(a.features, lookup, { features: b.features, keys: new Set(storedKeys(context, b)) })
  }
  const wide = new Set(lookup.flatMap((each) => (each.wide ? [each.key] : [])))
  const counts = await countKeys(
    index,
    shared.flatMap(({ key, ownKey }) => [key, ownKey]),
  )
  return shared.map(({ key, ownKey }) => ({
    key,
    ownKey,
    records: Math.max(counts.get(key) ?? 0, counts.get(ownKey) ?? 0),
    isWide: wide.has(key),
  }))
}

/** Returns every key that finds a record, or would find an input. */
async function keysOf(context: RegistryContext, record: ComparedRecord): Promise<ExplainedKey[]> {
  // Keys of copy classes show nothing about similarity, so they are left out.
  const { first, copies } = copyClassOf(record.features, context.active.rules)
  const keys = storedKeys(context, record).filter((key) => key !== first && key !== copies)
  const counts = await countKeys(context.index, keys)
  return explainerOf(context, record)([...counts].map(([key, records]) => ({ key, records })))
}

function storedKeys({ active }: RegistryContext, { stored, features }: ComparedRecord): readonly BlockingKey[] {
  return stored?.row.keys ?? ownKeys(lookupKeys(features, active.rules))
}

/** Returns a function that explains keys by their parts. The record that has a shared key explains the key. */
function explainerOf(
  { active }: RegistryContext,
  record: ComparedRecord,
): (keys: readonly { readonly key: BlockingKey; readonly records: number }[]) => ExplainedKey[] {
  const { rules } = active
  const origins = explainKeys(record.features, (features) => recordKeys(features, rules))
  const addedRules = addedKeys(record.features, rules)
  return (keys) =>
    keys
      .map(({ key, records }) => ({
        from: [],
        words: [],
        ...origins.get(key),
        ...defined({ rule: addedRules.get(key) }),
        records,
        maxRecords: recordsPerKey(key),
      }))
      .sort((x, y) => x.records - y.records || (x.from.join() < y.from.join() ? -1 : 1))
}
