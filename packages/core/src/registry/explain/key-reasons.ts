import { copyClassOf } from '../../blocking/copy-keys.ts'
import { explainKeys } from '../../blocking/explain-keys.ts'
import { probeOf, recordsPerKey } from '../../blocking/key-value.ts'
import { ownKeys, type ProbeKey, probeKeys, questionKeys, recordKeys } from '../../blocking/record-keys.ts'
import { standingProbe } from '../../clustering/settle-copies.ts'
import { type SharedKey, sharedKeys } from '../../clustering/shared-keys.ts'
import { LIMITS } from '../../model/limits.ts'
import type { ExplainedKey, WhyNotReason } from '../../model/why.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { BlockingKey } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import type { ComparedRecord } from './asked-side.ts'
import type { ComparedPair } from './compared-pair.ts'
import { countKeys } from './count-keys.ts'

/** A key that two share, with how many records are on it. */
interface CountedKey extends SharedKey {
  readonly records: number
  readonly isWide: boolean
}

/** What keys have to say of a pair. */
export interface KeyFindings {
  readonly reasons: readonly WhyNotReason[]
  /** Those that are answered, when all of them are of the city: they are not always asked. */
  readonly cityOnly: readonly ExplainedKey[]
}

/** Why blocking does not let two meet; no reason when it does. */
export async function keyFindings(context: RegistryContext, { a, b }: ComparedPair): Promise<KeyFindings> {
  const shared = await sharedBy(context, a, b)
  // An input reaches further than the keys it would be stored under: the record knows what they share.
  const explain = explainerOf(context, b.stored === undefined ? a : b)
  if (shared.length === 0) {
    const copies = [...(await copyReasons(context, a, 'a')), ...(await copyReasons(context, b, 'b'))]
    if (copies.length > 0) return { reasons: copies, cityOnly: [] }
    const [left, right] = [await keysOf(context, a), await keysOf(context, b)]
    return { reasons: [{ code: 'no_common_key', a: left, b: right }], cityOnly: [] }
  }
  const answered = shared.filter(({ key, records }) => records <= recordsPerKey(key))
  if (answered.length === 0) {
    return { reasons: [{ code: 'crowded_keys', keys: explain(shared) }], cityOnly: [] }
  }
  return { reasons: [], cityOnly: answered.every(({ isWide }) => isWide) ? explain(answered) : [] }
}

/** The record that stands for a copy. */
async function copyReasons(
  { index, ledger, served: { rules } }: RegistryContext,
  { stored, features }: ComparedRecord,
  side: 'a' | 'b',
): Promise<WhyNotReason[]> {
  if (stored?.row.copy !== true) return []
  const { first } = copyClassOf(features, rules)
  const { recordIds } = await index.candidates([probeOf([first])], LIMITS.recordsPerKey)
  const found = await readInChunks([...recordIds], (ids) => ledger.getRecords(ids))
  const own = found.find((each) => each?.row.record.supplier === stored.row.record.supplier)
  if (own === undefined) return []
  const { supplier, code } = own.row.record
  return [{ code: 'copy', side, of: { supplier, code } }]
}

/** By the rule of edges; for an input by that of questions, which reach out from one side only. */
async function sharedBy(context: RegistryContext, a: ComparedRecord, b: ComparedRecord): Promise<CountedKey[]> {
  const { index, served } = context
  const { salt } = served.rules
  const isQuestion = (a.stored === undefined) !== (b.stored === undefined)
  let probe: ProbeKey[]
  let shared: SharedKey[]
  if (isQuestion) {
    const [input, record] = a.stored === undefined ? [a, b] : [b, a]
    const carried = new Set(record.stored?.row.keys)
    probe = questionKeys(input.features, salt)
    shared = probe.filter(({ key }) => carried.has(key)).map(({ key }) => ({ key, ownKey: key }))
  } else {
    probe = a.stored === undefined ? probeKeys(a.features, salt) : [...standingProbe(a.stored.row, a.features, salt)]
    shared = sharedKeys(a.features, probe, { features: b.features, keys: new Set(storedKeys(context, b)) })
  }
  const wide = new Set(probe.flatMap((each) => (each.wide ? [each.key] : [])))
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

/** Every key that a record is found by, or an input would be. */
async function keysOf(context: RegistryContext, record: ComparedRecord): Promise<ExplainedKey[]> {
  // That of its class says nothing of who is like whom.
  const { first, copies } = copyClassOf(record.features, context.served.rules)
  const keys = storedKeys(context, record).filter((key) => key !== first && key !== copies)
  const counts = await countKeys(context.index, keys)
  return explainerOf(context, record)([...counts].map(([key, records]) => ({ key, records })))
}

function storedKeys({ served }: RegistryContext, { stored, features }: ComparedRecord): readonly BlockingKey[] {
  return stored?.row.keys ?? ownKeys(probeKeys(features, served.rules.salt))
}

/** Tells keys by what they are made of; a shared key is told by the record that carries it. */
function explainerOf(
  { served }: RegistryContext,
  record: ComparedRecord,
): (keys: readonly { readonly key: BlockingKey; readonly records: number }[]) => ExplainedKey[] {
  const { salt } = served.rules
  const origins = explainKeys(record.features, (features) => recordKeys(features, salt))
  return (keys) =>
    keys
      .map(({ key, records }) => ({ from: [], words: [], ...origins.get(key), records, most: recordsPerKey(key) }))
      .sort((x, y) => x.records - y.records || (x.from.join() < y.from.join() ? -1 : 1))
}
