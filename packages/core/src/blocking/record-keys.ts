import type { RecordFeatures, TransferEndFeatures } from '../features/record-features.ts'
import { CATEGORY_GROUPS, type CategoryGroup, categoryPosition } from '../model/category.ts'
import { LIMITS } from '../model/limits.ts'
import type { BlockingKey } from '../storage/rows.ts'
import { AIRPORT_SCALE, ALONE_SCALE, type KeyCell, type KeyScale, NAMED_SCALE } from './key-scale.ts'
import { exactKey, type KeyStrength, placedKey } from './key-value.ts'
import { nameContents, wholeNameContents } from './name-contents.ts'

/**
 * Which keys a record is found by, and which are asked for to find others like it.
 *
 *   place + group          what stands within 50 m, of the same kind; airports within 10 km. Loose
 *   place + name           what stands within 250 m and shares rare words, whatever the kind; of scripts without spaces
 *                          between words, pieces of them
 *   phone, web host, identifier (the supplier's own code is one), licence
 *   postcode + house number
 *   city + street + house number
 *   both ends of a transfer
 *   city + name            the wide round, for records without a place or with a blurred pin; of such scripts, two
 *                          pieces
 *   country + whole name   likewise, where they call the city by two names. Loose
 *
 * A loose key says little by itself: it is answered only while few records carry it. Nothing here depends on the
 * gazetteer or on what else is in the registry.
 */

const PHONE_TAIL = 100_000_000
const OTHER_NAMES = { near: 2, city: 1 } as const
const AIRPORT = categoryPosition('airport')

/** One key of a probe. */
export interface ProbeKey {
  readonly key: BlockingKey
  /** Number of the thing it stands for, equal for all cells it is asked in; -1 for keys without a place. */
  readonly slot: number
  /** Of a key with a place. */
  readonly scale?: KeyScale
  /** True for the keys the record itself is stored under. */
  readonly own: boolean
  /** Asked in the second round only. */
  readonly wide: boolean
}

/** What a placed key is made of, but for the cell. */
interface PlacedContent {
  readonly content: string
  readonly scale: KeyScale
  readonly strength: KeyStrength
  /** False where a question looks among records of another kind than its own. */
  readonly own: boolean
}

/** Keys that a record is stored under: distinct, ascending. */
export function recordKeys(features: RecordFeatures, salt: number): BlockingKey[] {
  return ownKeys(probeKeys(features, salt))
}

/** Of a record's probe those that the record is stored under. */
export function ownKeys(probe: readonly ProbeKey[]): BlockingKey[] {
  const keys = probe.flatMap(({ key, own }) => (own ? [key] : []))
  return keys.sort((a, b) => a - b).slice(0, LIMITS.keysPerRecord - 1)
}

/**
 * Keys to ask for: those of the record and, for its place, those of the cells beside it.
 *
 * @param groups - Category groups to look among; for a question without a category, all of them.
 */
export function probeKeys(
  features: RecordFeatures,
  salt: number,
  groups: readonly CategoryGroup[] = [features.group],
): ProbeKey[] {
  const keys: ProbeKey[] = []
  addNew(keys, unplacedKeys(features, salt))
  addNew(keys, placedKeys(features, salt, groups))
  return keys
}

/** Adds those of some keys that are not there yet, as long as there is room. There are dozens, so that looking through is quickest. */
function addNew(keys: ProbeKey[], more: readonly ProbeKey[]): void {
  for (const probed of more) {
    if (keys.length === LIMITS.keysPerProbe) return
    if (!keys.some(({ key }) => key === probed.key)) keys.push(probed)
  }
}

/** Keys that say nothing of where a record stands, so that it has the same ones wherever that is. */
export function unplacedKeys(features: RecordFeatures, salt: number): ProbeKey[] {
  const exact = (content: string, wide: boolean, strength: KeyStrength = 'firm'): ProbeKey => {
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
 * Keys of the cells in which a record stands, and then of those beside them: where there are more keys than a probe may
 * have, the latter are left out.
 *
 * @param groups - As for {@link probeKeys}.
 */
export function placedKeys(features: RecordFeatures, salt: number, groups: readonly CategoryGroup[]): ProbeKey[] {
  const [stands, beside]: [ProbeKey[], ProbeKey[]] = [[], []]
  const { coordinates } = features
  if (coordinates === undefined) return []
  const contents = placedContents(features, groups)
  let cells: readonly KeyCell[] = []
  for (let slot = 0; slot < contents.length; slot++) {
    const { content, scale, strength, own } = contents[slot] as PlacedContent
    // Contents of one scale stand side by side.
    if (scale !== contents[slot - 1]?.scale) cells = scale.cellsAround(coordinates)
    for (let at = 0; at < cells.length; at++) {
      const key = placedKey(cells[at] as KeyCell, content, strength, salt)
      if (at === 0) stands.push({ key, slot, scale, own, wide: false })
      else beside.push({ key, slot, scale, own: false, wide: false })
    }
  }
  for (const each of beside) stands.push(each)
  return stands
}

/** For a question without a category. */
export const EVERY_GROUP: readonly CategoryGroup[] = CATEGORY_GROUPS

/** Keys to ask for a question, which may have no category. */
export function questionKeys(features: RecordFeatures, salt: number): ProbeKey[] {
  return probeKeys(features, salt, groupsAsked(features))
}

/** The groups that a question looks among: it may have no category. */
export function groupsAsked({ group }: RecordFeatures): readonly CategoryGroup[] {
  return group === 'other' ? EVERY_GROUP : [group]
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
  // An airport is asked for among airports, and a question without a category there too.
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

/** A transfer by its ends in their order, each by its code and by the words of its name. */
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
