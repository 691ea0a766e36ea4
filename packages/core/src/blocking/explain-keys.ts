import type { RecordFeatures } from '../features/record-features.ts'
import type { BlockingKey } from '../storage/rows.ts'

/** The fields and words from which a key is computed. */
export interface KeyOrigin {
  /** Names of the fields, for example `coordinates`, `name` and `added.pool` for an added field. */
  readonly from: readonly string[]
  /** Words of the name. */
  readonly words: readonly string[]
}

type RemoveField = (features: RecordFeatures) => RecordFeatures

/** Functions that remove one field from a record, by the name of the field. */
const REMOVE_FIELD: Readonly<Record<string, RemoveField>> = {
  coordinates: ({ coordinates: _, ...rest }) => rest,
  city: ({ city: _, ...rest }) => rest,
  country: ({ country: _, ...rest }) => rest,
  category: (features) => ({ ...features, category: 0, group: features.group === 'other' ? 'stay' : 'other' }),
  name: (features) => ({ ...features, names: [] }),
  phone: ({ phone: _, ...rest }) => rest,
  website: ({ web: _, ...rest }) => rest,
  postcode: ({ postcode: _, ...rest }) => rest,
  address: ({ address: _, ...rest }) => rest,
  licence: ({ licence: _, ...rest }) => rest,
  identifier: (features) => ({ ...features, identifiers: [] }),
  transfer: ({ transfer: _, ...rest }) => rest,
  // Only added rules compute keys from the following fields.
  brand: ({ brand: _, ...rest }) => rest,
  stars: ({ stars: _, ...rest }) => rest,
  rooms: ({ rooms: _, ...rest }) => rest,
  operator: ({ operator: _, ...rest }) => rest,
  activity: ({ activity: _, ...rest }) => rest,
}

/**
 * Returns the origin of each key of a record. A key is a hash and does not show its input. So the function removes one
 * field at a time: a field belongs to every key that disappears with it. This works for all key rules.
 *
 * @param keysOf - Computes keys from features.
 */
export function explainKeys(
  features: RecordFeatures,
  keysOf: (features: RecordFeatures) => readonly BlockingKey[],
): Map<BlockingKey, KeyOrigin> {
  const origins = new Map(keysOf(features).map((key) => [key, { from: [] as string[], words: [] as string[] }]))
  const forEachLostKey = (
    without: RecordFeatures,
    add: (origin: { from: string[]; words: string[] }) => void,
  ): void => {
    const remaining = new Set(keysOf(without))
    for (const [key, origin] of origins) if (!remaining.has(key)) add(origin)
  }
  for (const [field, without] of Object.entries(REMOVE_FIELD)) {
    forEachLostKey(without(features), ({ from }) => from.push(field))
  }
  for (const name of Object.keys(features.added ?? {})) {
    const { [name]: _, ...added } = features.added ?? {}
    forEachLostKey({ ...features, added }, ({ from }) => from.push(`added.${name}`))
  }
  const words = new Map(features.names.flatMap((name) => name.words.map(({ hash, text }) => [hash, text] as const)))
  for (const [hash, text] of words) {
    const names = features.names.map((name) => ({ ...name, words: name.words.filter((word) => word.hash !== hash) }))
    forEachLostKey({ ...features, names }, (origin) => origin.words.push(text))
  }
  return origins
}
