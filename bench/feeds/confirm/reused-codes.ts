import type { GeneratedProduct, GeneratedRecord } from '@utpid/generator'
import { picker } from '../../harness/seeded-random.ts'

/** A hotel with the records that suppliers wrote of it. */
export interface ListedHotel {
  readonly product: GeneratedProduct
  readonly records: readonly GeneratedRecord[]
  /** True if the records are in the registry. */
  readonly isImported: boolean
}

/** The hotels to which a code may go, from the hardest. */
export const REUSES = ['street', 'brand', 'city'] as const

export type Reuse = (typeof REUSES)[number]

/** Finds other hotels that get a code: of the same street, of the same brand in the same city, or of the same city. */
export class OtherHotels {
  readonly #groups = new Map<string, ListedHotel[]>()
  readonly #random: () => number

  constructor(hotels: readonly ListedHotel[], random: () => number) {
    this.#random = random
    for (const hotel of hotels) {
      for (const kind of REUSES) {
        const key = keyOf(kind, hotel)
        if (key === undefined) continue
        const group = this.#groups.get(key)
        if (group === undefined) this.#groups.set(key, [hotel])
        else group.push(hotel)
      }
    }
  }

  /**
   * Returns the record of another hotel under the code of the given record; undefined if the given hotel has no such
   * neighbour.
   *
   * @param isImported - Whether the registry knows the other hotel.
   */
  reused(kind: Reuse, hotel: ListedHotel, record: GeneratedRecord, isImported: boolean): Reused | undefined {
    const key = keyOf(kind, hotel)
    const others = ((key === undefined ? undefined : this.#groups.get(key)) ?? []).filter(
      (each) => each.product.index !== hotel.product.index && each.isImported === isImported,
    )
    if (others.length === 0) return undefined
    const pick = picker(this.#random)
    const other = pick(others)
    return { other, record: { ...pick(other.records), source: record.source, sourceId: record.sourceId } }
  }
}

export interface Reused {
  readonly other: ListedHotel
  readonly record: GeneratedRecord
}

function keyOf(kind: Reuse, { product }: ListedHotel): string | undefined {
  if (product.kind !== 'lodging') return undefined
  const { city, street } = product.site
  if (kind === 'city') return `city ${city.id}`
  if (kind === 'street') return `street ${city.id} ${street}`
  const brand = product.name.brand?.id
  return brand === undefined ? undefined : `brand ${city.id} ${brand}`
}
