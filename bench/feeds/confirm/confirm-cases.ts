import { type GeneratedRecord, generateFeeds } from '@utpid/generator'
import { seededRandom, shuffled } from '../../harness/seeded-random.ts'
import { MOVES, withOtherCoordinates } from './moved-coordinates.ts'
import { RENAMES, renamed } from './renamed-hotels.ts'
import { RESPELLINGS, respelt } from './respelt-addresses.ts'
import { type ListedHotel, OtherHotels, REUSES } from './reused-codes.ts'

/** The true change of a record since the import. */
export type TrueChange = 'unchanged' | 'reuse' | 'rename' | 'move' | 'respell'

export const CHANGES: readonly TrueChange[] = ['unchanged', 'reuse', 'rename', 'move', 'respell']

/** A record as its supplier gives it now, and its true change. */
export interface ConfirmCase {
  readonly change: TrueChange
  /** The kind of the change, such as `street known` or `rounded`. */
  readonly kind: string
  /** The record as it was imported. */
  readonly before: GeneratedRecord
  readonly after: GeneratedRecord
  /** For a reused code whose hotel is in the registry, the records of that hotel. */
  readonly others?: readonly GeneratedRecord[]
}

export interface GeneratedCases {
  /** The records of the registry. */
  readonly imported: readonly GeneratedRecord[]
  readonly cases: readonly ConfirmCase[]
}

/** One hotel in this number is missing from the registry. Codes are given to these hotels too. */
const LEFT_OUT_EVERY = 10
const SUPPLIERS = 12
/** The maximum number of kinds of one change. */
const KINDS_AT_MOST = 6

/**
 * Generates the records of a registry, and later versions of some of its records.
 *
 * @param products - The number of hotels in the registry.
 * @param each - The number of cases of each change.
 */
export function confirmCases(seed: number, products: number, each: number): GeneratedCases {
  const random = seededRandom(seed)
  const total = Math.ceil((products * LEFT_OUT_EVERY) / (LEFT_OUT_EVERY - 1))
  const feeds = generateFeeds({ seed, products: total, suppliers: SUPPLIERS, dense: 0 })
  const hotels: ListedHotel[] = []
  const imported: GeneratedRecord[] = []
  for (let index = 0; index < total; index++) {
    const records = feeds.recordsOf(index)
    const isImported = index % LEFT_OUT_EVERY !== 0
    if (isImported) imported.push(...records)
    const product = feeds.truth.product(index)
    if (product.kind === 'lodging' && records.length > 0) hotels.push({ product, records, isImported })
  }
  return { imported, cases: drawnCases(hotels, each, random) }
}

function drawnCases(hotels: readonly ListedHotel[], each: number, random: () => number): ConfirmCase[] {
  const others = new OtherHotels(hotels, random)
  const known = shuffled(
    hotels.filter(({ isImported }) => isImported),
    random,
  )
  const cases: ConfirmCase[] = []
  for (const change of CHANGES) {
    // Each kind has its own turn through the hotels, since few hotels have a neighbour of the same brand.
    const turns = new Map<string, number>()
    let made = 0
    for (let misses = 0; made < each && misses < known.length * KINDS_AT_MOST; ) {
      const kind = kindOf(change, made)
      const turn = turns.get(kind) ?? 0
      turns.set(kind, turn + 1)
      const hotel = known[turn % known.length] as ListedHotel
      const before = hotel.records[Math.floor(random() * hotel.records.length)] as GeneratedRecord
      const changed = changedCase(change, made, { hotel, before, others, random })
      if (changed === undefined) misses++
      else {
        cases.push({ change, kind, before, ...changed })
        made++
        misses = 0
      }
    }
  }
  return cases
}

interface Drawn {
  readonly hotel: ListedHotel
  readonly before: GeneratedRecord
  readonly others: OtherHotels
  readonly random: () => number
}

/** Returns the kind of the change whose turn it is. */
function kindOf(change: TrueChange, made: number): string {
  if (change === 'unchanged') return 'unchanged'
  if (change === 'rename') return turnOf(RENAMES, made)
  if (change === 'move') return turnOf(MOVES, made)
  if (change === 'respell') return turnOf(RESPELLINGS, made)
  return `${turnOf(REUSES, made)} ${isKnownTurn(made) ? 'known' : 'new'}`
}

/** Codes go in turn to a hotel that the registry knows and to a new hotel. */
function isKnownTurn(made: number): boolean {
  return Math.floor(made / REUSES.length) % 2 === 0
}

/** Returns a later version of a record; undefined if the record lacks the field or the neighbour for it. */
function changedCase(
  change: TrueChange,
  made: number,
  { hotel, before, others, random }: Drawn,
): Pick<ConfirmCase, 'after' | 'others'> | undefined {
  if (change === 'unchanged') return { after: before }
  if (change === 'rename') return { after: renamed(before, turnOf(RENAMES, made), random) }
  if (change === 'move') {
    if (before.lat === undefined || before.lon === undefined) return undefined
    return { after: withOtherCoordinates(before, turnOf(MOVES, made), random) }
  }
  if (change === 'respell') {
    return before.address === undefined ? undefined : { after: respelt(before, turnOf(RESPELLINGS, made), random) }
  }
  const isKnown = isKnownTurn(made)
  const reused = others.reused(turnOf(REUSES, made), hotel, before, isKnown)
  if (reused === undefined) return undefined
  return { after: reused.record, ...(isKnown ? { others: reused.other.records } : {}) }
}

function turnOf<Item>(items: readonly Item[], at: number): Item {
  return items[at % items.length] as Item
}
