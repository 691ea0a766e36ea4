import type { RecordFeatures, TransferEndFeatures } from '../features/record-features.ts'
import { CATEGORY_GROUPS, type CategoryGroup, categoryPosition } from '../model/category.ts'
import { LIMITS } from '../model/limits.ts'
import type { BlockingKey } from '../storage/rows.ts'
import { AIRPORT_SCALE, ALONE_SCALE, type KeyCell, type KeyScale, NAMED_SCALE } from './key-scale.ts'
import { exactKey, type KeyStrength, placedKey } from './key-value.ts'
import { nameContents, wholeNameContents } from './name-contents.ts'

/**
 * Computes the blocking keys under which a record is stored, and the keys to look up for similar records.
 *
 *   place + group          records of the same kind within 50 m; airports within 10 km. Weak
 *   place + name           records of any kind within 250 m that share rare words; in scripts without spaces, pieces of
 *                          words
 *   phone, web host, identifier (including the supplier's own code), licence
 *   postcode + house number
 *   city + street + house number
 *   both ends of a transfer
 *   city + name            wide round, for records without a place or with an imprecise place; for scripts without
 *                          spaces, two pieces
 *   country + whole name   wide round, for suppliers that name the city differently. Weak
 *
 * A weak key is little evidence: the index uses the key only while few records have it. Keys depend neither on the
 * gazetteer nor on other records of the registry.
 */

const PHONE_TAIL = 100_000_000
const OTHER_NAMES = { near: 2, city: 1 } as const
const AIRPORT = categoryPosition('airport')

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

/** Content of a placed key, without the cell. */
interface PlacedContent {
  readonly content: string
  readonly scale: KeyScale
  readonly strength: KeyStrength
  /** False for a category group that the query searches besides the record's own group. */
  readonly own: boolean
}

/** Returns the keys that a record is stored under: distinct, ascending. */
export function recordKeys(features: RecordFeatures, salt: number): BlockingKey[] {
  return ownKeys(lookupKeys(features, salt))
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
 */
export function lookupKeys(
  features: RecordFeatures,
  salt: number,
  groups: readonly CategoryGroup[] = [features.group],
): LookupKey[] {
  const keys: LookupKey[] = []
  addNew(keys, unplacedKeys(features, salt))
  addNew(keys, placedKeys(features, salt, groups))
  return keys
}

/** Adds the keys that the list lacks, up to the limit. A linear search is fastest for a few dozen keys. */
function addNew(keys: LookupKey[], more: readonly LookupKey[]): void {
  for (const lookup of more) {
    if (keys.length === LIMITS.keysPerLookup) return
    if (!keys.some(({ key }) => key === lookup.key)) keys.push(lookup)
  }
}

/** Returns the keys that do not depend on the coordinates of a record. */
export function unplacedKeys(features: RecordFeatures, salt: number): LookupKey[] {
  const exact = (content: string, wide: boolean, strength: KeyStrength = 'firm'): LookupKey => {
    return { key: exactKey(content, strength, salt), slot: -1, own: true, wide }
  }
  const keys = exactContents(features).map((content) => exact(content, false))
  for (const content of cityContents(features)) keys.push(exact(content, true))
  if (features.country !== undefined) {
    for (const name of wholeNameContents(features)) keys.push(exact(`${features.country}:${name}`, true, 'loose'))
  }
  return keys
}

/**
 * Returns the keys of a record's own cells, followed by the keys of neighbouring cells. If the lookup exceeds its
 * limit, keys of neighbouring cells are dropped.
 *
 * @param groups - See {@link lookupKeys}.
 */
export function placedKeys(features: RecordFeatures, salt: number, groups: readonly CategoryGroup[]): LookupKey[] {
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

/** Returns the keys to look up for a query, which may have no category. */
export function queryKeys(features: RecordFeatures, salt: number): LookupKey[] {
  return lookupKeys(features, salt, queryGroups(features))
}

/** Returns the category groups to search for a query, which may have no category. */
export function queryGroups({ group }: RecordFeatures): readonly CategoryGroup[] {
  return group === 'other' ? ALL_GROUPS : [group]
}

function placedContents(features: RecordFeatures, groups: readonly CategoryGroup[]): PlacedContent[] {
  const isAirport = features.category === AIRPORT
  const contents = nameContents(features, OTHER_NAMES.near, 'near').map(
    (content): PlacedContent => ({
      content,
      scale: isAirport ? AIRPORT_SCALE : NAMED_SCALE,
      strength: 'firm',
      own: true,
    }),
  )
  // An airport, and a query without a category, searches among airports.
  if (isAirport || groups.length > 1) {
    contents.push({ content: 'c:airport', scale: AIRPORT_SCALE, strength: 'loose', own: isAirport })
  }
  if (isAirport) return contents
  for (const group of groups) {
    contents.push({ content: `c:${group}`, scale: ALONE_SCALE, strength: 'loose', own: group === features.group })
  }
  return contents
}

function exactContents(features: RecordFeatures): string[] {
  const { phone, web, postcode, city, address, licence, identifiers } = features
  const contents: string[] = []
  if (phone !== undefined) contents.push(`p:${phone % PHONE_TAIL}`)
  if (web !== undefined && !web.shared) contents.push(`h:${web.host}`)
  if (address !== undefined && address.houseNumber > 0) {
    if (postcode !== undefined) contents.push(`a:${postcode}:${address.houseNumber}`)
    if (city !== undefined && address.street.length > 0) {
      contents.push(`d:${city}:${address.street.join(',')}:${address.houseNumber}`)
    }
  }
  if (licence !== undefined) contents.push(`l:${licence}`)
  for (const { scheme, value } of identifiers) contents.push(`i:${scheme}:${value}`)
  return [...contents, ...routeContents(features)]
}

/**
 * Returns the route of a transfer as key contents: both ends in order, first by code, then by the words of the names.
 */
function routeContents({ transfer }: RecordFeatures): string[] {
  if (transfer?.from === undefined || transfer.to === undefined) return []
  const to = endContents(transfer.to)
  return endContents(transfer.from).flatMap((from) => to.map((end) => `r:${from}:${end}`))
}

function endContents({ code, words }: TransferEndFeatures): string[] {
  return [...(code === 0 ? [] : [`c${code}`]), ...(words.length === 0 ? [] : [`w${words.join(',')}`])]
}

function cityContents(features: RecordFeatures): string[] {
  if (features.city === undefined) return []
  return nameContents(features, OTHER_NAMES.city, 'city').map((content) => `t:${features.city}:${content}`)
}
