import type { RecordFeatures } from '../features/record-features.ts'
import { type GridCell, gridCell, gridCellsWithin } from '../geo/grid-cell.ts'
import { CATEGORY_GROUPS, type CategoryGroup } from '../model/category.ts'
import { LIMITS } from '../model/limits.ts'
import type { BlockingKey } from '../storage/rows.ts'
import { exactKey, placedKey } from './key-value.ts'
import { cityKeyWords, keyWords } from './key-words.ts'

/**
 * Which keys a record is found by, and which are asked for to find others like it.
 *
 *   cell + group          what stands on the same 500 m, of the same kind
 *   cell + name word      each of up to three rare words there, whatever the kind
 *   phone, web host, identifier (the supplier's own code is one), licence
 *   postcode + house number
 *   city + name word      each of the two rarest: the wide round, for records without a place
 *
 * Nothing here depends on the gazetteer or on what else is in the registry.
 */

/** Points this near to each other are always found by their cells. */
const REACH_METERS = 250
const PHONE_TAIL = 100_000_000

/** One key of a probe. */
export interface ProbeKey {
  readonly key: BlockingKey
  /** Number of the thing it stands for, equal for all cells it is asked in; -1 for keys without a place. */
  readonly slot: number
  /** True for the keys the record itself is stored under. */
  readonly own: boolean
  /** Asked in the second round only. */
  readonly wide: boolean
}

/** Keys that a record is stored under: distinct, ascending. */
export function recordKeys(features: RecordFeatures, salt: number): BlockingKey[] {
  return ownKeys(probeKeys(features, salt))
}

/** Of a record's probe those that the record is stored under. */
export function ownKeys(probe: readonly ProbeKey[]): BlockingKey[] {
  const keys = probe.flatMap(({ key, own }) => (own ? [key] : []))
  return keys.sort((a, b) => a - b).slice(0, LIMITS.keysPerRecord)
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
  const known = new Set<BlockingKey>()
  const add = (key: BlockingKey, slot: number, own: boolean, wide: boolean): void => {
    if (keys.length === LIMITS.keysPerProbe || known.has(key)) return
    known.add(key)
    keys.push({ key, slot, own, wide })
  }
  for (const content of exactContents(features)) add(exactKey(content, salt), -1, true, false)
  for (const content of wideContents(features)) add(exactKey(content, salt), -1, true, true)
  if (features.coordinates !== undefined) {
    const contents = [...groups.map((group) => `c:${group}`), ...keyWords(features).map((hash) => `w:${hash}`)]
    const ownSlots = new Set([`c:${features.group}`, ...contents.slice(groups.length)])
    for (const [at, cell] of gridCellsWithin(features.coordinates, REACH_METERS).entries()) {
      for (const [slot, content] of contents.entries()) {
        add(placedKey(cell, content, salt), slot, at === 0 && ownSlots.has(content), false)
      }
    }
  }
  return keys
}

/** For a question without a category. */
export const EVERY_GROUP: readonly CategoryGroup[] = CATEGORY_GROUPS

/** Keys to ask for a question, which may have no category. */
export function questionKeys(features: RecordFeatures, salt: number): ProbeKey[] {
  return probeKeys(features, salt, features.group === 'other' ? EVERY_GROUP : [features.group])
}

/** Cells within reach of records that were met: in a crowd the same ones are asked again and again. */
const reachedCells = new WeakMap<RecordFeatures, readonly GridCell[]>()

/** True when a record's probe reaches into a cell. */
export function reachesCell(features: RecordFeatures, { row, column }: GridCell): boolean {
  if (features.coordinates === undefined) return false
  let cells = reachedCells.get(features)
  if (cells === undefined) {
    cells = gridCellsWithin(features.coordinates, REACH_METERS)
    reachedCells.set(features, cells)
  }
  return cells.some((cell) => cell.row === row && cell.column === column)
}

/** The cell a record stands in. */
export function ownCell({ coordinates }: RecordFeatures): GridCell | undefined {
  return coordinates === undefined ? undefined : gridCell(coordinates)
}

function exactContents({ phone, web, postcode, address, licence, identifiers }: RecordFeatures): string[] {
  const contents: string[] = []
  if (phone !== undefined) contents.push(`p:${phone % PHONE_TAIL}`)
  if (web !== undefined && !web.shared) contents.push(`h:${web.host}`)
  if (postcode !== undefined && address !== undefined && address.houseNumber > 0) {
    contents.push(`a:${postcode}:${address.houseNumber}`)
  }
  if (licence !== undefined) contents.push(`l:${licence}`)
  for (const { scheme, value } of identifiers) contents.push(`i:${scheme}:${value}`)
  return contents
}

function wideContents(features: RecordFeatures): string[] {
  if (features.city === undefined) return []
  return cityKeyWords(features).map((hash) => `t:${features.city}:${hash}`)
}
