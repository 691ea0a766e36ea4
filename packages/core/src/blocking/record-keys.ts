import type { RecordFeatures } from '../features/record-features.ts'
import type { BlockingRule, CustomBlockingRule } from '../features/rules/blocking-rule.ts'
import type { IndexRules } from '../features/rules/index-rules.ts'
import { CATEGORY_GROUPS, type CategoryGroup } from '../model/category.ts'
import { LIMITS } from '../model/limits.ts'
import type { BlockingKey } from '../storage/rows.ts'
import type { KeyCell, KeyScale } from './keys/key-scale.ts'
import { exactKey, placedKey } from './keys/key-value.ts'
import type { PlacedContent } from './rules/placed-rule.ts'
import { BLOCKING_RULES, PLACED_RULES } from './rules.ts'

/**
 * Computes the blocking keys under which a record is stored, and the keys to look up for similar records. The tables
 * {@link BLOCKING_RULES} and {@link PLACED_RULES} list the rules; a schema may add rules without a place.
 *
 * A weak key is little evidence: the index uses the key only while few records have it. Keys depend neither on the
 * gazetteer nor on other records of the registry.
 */

/** The index rules that decide the keys of a record. */
export type KeyRules = Pick<IndexRules, 'salt' | 'blockingRules'>

/** The maximum number of keys with a place under which one record is stored: five for its names, one for its group. */
const MAX_PLACED = 6
/**
 * The number of keys without a place from which on added rules give no further keys. So they never displace a key of
 * utpid, such as the key of the record's own code.
 */
const MAX_UNPLACED = LIMITS.keysPerRecord - 1 - MAX_PLACED

/** One key of a key lookup. */
export interface LookupKey {
  readonly key: BlockingKey
  /** The number of the key's content, equal for all cells of the lookup; -1 for keys without a place. */
  readonly slot: number
  /** The scale of a key with a place. */
  readonly scale?: KeyScale
  /** True if the record is stored under this key. */
  readonly own: boolean
  /** True if only the second round of a lookup uses this key. */
  readonly wide: boolean
}

/** The first round of a query looks up near keys, the second round wide keys. */
export type LookupRound = 'near' | 'wide'

/** Returns the keys that a record is stored under: distinct, ascending. */
export function recordKeys(features: RecordFeatures, rules: KeyRules): BlockingKey[] {
  return ownKeys(lookupKeys(features, rules))
}

/** Returns the keys of a lookup under which the record is stored. */
export function ownKeys(lookup: readonly LookupKey[]): BlockingKey[] {
  const keys = lookup.flatMap(({ key, own }) => (own ? [key] : []))
  return keys.sort((a, b) => a - b).slice(0, LIMITS.keysPerRecord - 1)
}

/**
 * Returns the keys to look up: the record's keys and, for its place, those of the neighbouring cells.
 *
 * @param groups - Category groups to search; all of them for a query without a category.
 * @param round - The round of the lookup whose keys are wanted; the keys of both rounds by default.
 */
export function lookupKeys(
  features: RecordFeatures,
  rules: KeyRules,
  groups: readonly CategoryGroup[] = [features.group],
  round?: LookupRound,
): LookupKey[] {
  const keys: LookupKey[] = []
  addNew(keys, unplacedKeys(features, rules, round))
  if (round !== 'wide') addNew(keys, placedKeys(features, rules, groups))
  return keys
}

/** Adds the keys that the list lacks, up to the limit. A linear search is fastest for a few dozen keys. */
function addNew(keys: LookupKey[], more: readonly LookupKey[]): void {
  for (const lookup of more) {
    if (keys.length === LIMITS.keysPerLookup) return
    if (!keys.some(({ key }) => key === lookup.key)) keys.push(lookup)
  }
}

/**
 * Returns the keys that do not depend on the coordinates of a record. Keys of added rules are last.
 *
 * @param round - The round of a lookup whose keys are wanted; all keys by default.
 */
export function unplacedKeys(
  features: RecordFeatures,
  { salt, blockingRules }: KeyRules,
  round?: LookupRound,
): LookupKey[] {
  const keys: LookupKey[] = []
  for (let at = 0; at < BLOCKING_RULES.length; at++) {
    const rule = BLOCKING_RULES[at] as BlockingRule
    // The number of all keys limits the keys of added rules.
    if (blockingRules.length === 0 && !isOfRound(rule, round)) continue
    const contents = rule.contents(features)
    for (let entry = 0; entry < contents.length; entry++) keys.push(unplacedKey(rule, contents[entry] as string, salt))
  }
  if (blockingRules.length === 0) return keys
  let left = MAX_UNPLACED - new Set(keys.map(({ key }) => key)).size
  for (const rule of blockingRules) {
    for (const content of addedContents(rule, features)) {
      if (left-- > 0) keys.push(unplacedKey(rule, content, salt))
    }
  }
  return round === undefined ? keys : keys.filter((key) => isOfRound(key, round))
}

function isOfRound({ wide = false }: { readonly wide?: boolean }, round: LookupRound | undefined): boolean {
  return round === undefined || wide === (round === 'wide')
}

/** Returns the keys of added rules, each with the name of its rule. Some may be beyond the limit of a record. */
export function addedKeys(features: RecordFeatures, { salt, blockingRules }: KeyRules): Map<BlockingKey, string> {
  const names = new Map<BlockingKey, string>()
  for (const rule of blockingRules) {
    for (const content of addedContents(rule, features)) names.set(unplacedKey(rule, content, salt).key, rule.name)
  }
  return names
}

/** Returns the contents of an added rule. Name and version keep them apart from the contents of every other rule. */
function addedContents(rule: CustomBlockingRule, features: RecordFeatures): string[] {
  // An empty content would give all records without the value one key.
  const filled = rule.contents(features).filter((content) => content !== '')
  const contents = new Set(filled.slice(0, LIMITS.keysPerAddedRule))
  return [...contents].map((content) => `x:${rule.name}:${rule.version}:${content.slice(0, LIMITS.addedKeyCharacters)}`)
}

function unplacedKey({ strength, wide = false }: BlockingRule, content: string, salt: number): LookupKey {
  return { key: exactKey(content, strength, salt), slot: -1, own: true, wide }
}

/**
 * Returns the keys of a record's own cells, followed by the keys of neighbouring cells. If the lookup exceeds its
 * limit, keys of neighbouring cells are dropped.
 *
 * @param groups - See {@link lookupKeys}.
 */
export function placedKeys(
  features: RecordFeatures,
  { salt }: Pick<KeyRules, 'salt'>,
  groups: readonly CategoryGroup[],
): LookupKey[] {
  const [ownKeysOfCell, neighbours]: [LookupKey[], LookupKey[]] = [[], []]
  const { coordinates } = features
  if (coordinates === undefined) return []
  const contents = placedContents(features, groups)
  let cells: readonly KeyCell[] = []
  for (let slot = 0; slot < contents.length; slot++) {
    const { content, scale, strength, own } = contents[slot] as PlacedContent
    // The contents of one scale are next to each other in the list.
    if (scale !== contents[slot - 1]?.scale) cells = scale.cellsAround(coordinates)
    for (let at = 0; at < cells.length; at++) {
      const key = placedKey(cells[at] as KeyCell, content, strength, salt)
      if (at === 0) ownKeysOfCell.push({ key, slot, scale, own, wide: false })
      else neighbours.push({ key, slot, scale, own: false, wide: false })
    }
  }
  for (const each of neighbours) ownKeysOfCell.push(each)
  return ownKeysOfCell
}

/** The category groups that a query without a category searches. */
export const ALL_GROUPS: readonly CategoryGroup[] = CATEGORY_GROUPS

/**
 * Returns the keys to look up for a query, which may have no category.
 *
 * @param round - The round of the lookup whose keys are wanted; the keys of both rounds by default.
 */
export function queryKeys(features: RecordFeatures, rules: KeyRules, round?: LookupRound): LookupKey[] {
  return lookupKeys(features, rules, queryGroups(features), round)
}

/** Returns the category groups to search for a query, which may have no category. */
export function queryGroups({ group }: RecordFeatures): readonly CategoryGroup[] {
  return group === 'other' ? ALL_GROUPS : [group]
}

function placedContents(features: RecordFeatures, groups: readonly CategoryGroup[]): PlacedContent[] {
  const contents: PlacedContent[] = []
  for (const rule of PLACED_RULES) for (const each of rule.contents(features, groups)) contents.push(each)
  return contents
}
