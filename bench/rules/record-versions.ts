import {
  type GeneratedFeeds,
  type GeneratedProduct,
  type GeneratedRecord,
  generateFeeds,
  nameDifference,
} from '@utpid/generator'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'

/** The true change of a code between two versions of its record. */
export type TrueChange = 'clean' | 'rebrand' | 'move' | 'reuse'

/** Two versions of one supplier's record under one code, and the true change. */
export interface RecordVersions {
  readonly change: TrueChange
  readonly kind: GeneratedProduct['kind']
  readonly before: GeneratedRecord
  readonly after: GeneratedRecord
}

/** Six suppliers for each style of the generator; three of the six have the same script. */
const SUPPLIERS = 36
/** Products generated for each pair of versions. Many products are not listed twice by suppliers of the same style. */
const PRODUCTS_PER_PAIR = 16
const EARTH_RADIUS_METERS = 6_371_009
/** A lodging that moves less than this stays in its part of the city. */
const MOVED_METERS = 1_000
/** Maximum draws of another product. */
const MAX_DRAWS = 200
/**
 * Share of pairs for kinds other than lodging. Nine of ten products are lodgings, so a random draw would hardly measure
 * other kinds.
 */
const OTHER_KINDS = 0.2

type Listed = {
  readonly product: GeneratedProduct
  /** Two records of the same product in the style of one supplier, each with its own noise. */
  readonly written: readonly [GeneratedRecord, GeneratedRecord]
}

/**
 * Returns pairs of versions with their truth, from a seed. The generator writes every record once. Two suppliers with
 * the same style and script therefore represent two versions of one supplier that differ in their noise. A real supplier
 * that changes one or two fields differs less.
 *
 * @param clean - Pairs without a change.
 * @param changed - Pairs of rebrands, moves and reuses together, a third each.
 */
export function recordVersions(seed: number, clean: number, changed: number): RecordVersions[] {
  const products = (clean + changed) * PRODUCTS_PER_PAIR
  const feeds = generateFeeds({ seed, products, suppliers: SUPPLIERS, mix: 'bedbank' })
  const random = seededRandom(seed)
  const listed = [...writtenTwice(feeds)]
  const versions: RecordVersions[] = []
  const others = new OtherProducts(listed, random)
  const draw = drawing(listed, random)
  while (versions.length < clean) {
    const { product, written } = draw()
    const [before, after] = written
    if (isSameName(product, before, after)) versions.push({ change: 'clean', kind: product.kind, before, after })
  }
  const changes: readonly TrueChange[] = ['rebrand', 'move', 'reuse']
  for (let made = 0; made < changed; ) {
    const change = changes[made % changes.length] as TrueChange
    const version = changedVersion(change, draw(), others, random)
    if (version === undefined) continue
    versions.push(version)
    made++
  }
  return versions
}

/** Returns a function that draws products. No product is repeated before all of its kind are drawn. */
function drawing(listed: readonly Listed[], random: () => number): () => Listed {
  const lodgings = shuffled(
    listed.filter(({ product }) => product.kind === 'lodging'),
    random,
  )
  const rest = shuffled(
    listed.filter(({ product }) => product.kind !== 'lodging'),
    random,
  )
  let [ofLodgings, ofRest] = [0, 0]
  return () =>
    random() < OTHER_KINDS
      ? (rest[ofRest++ % rest.length] as Listed)
      : (lodgings[ofLodgings++ % lodgings.length] as Listed)
}

/**
 * A former name, a company name or an agency's title is another name rather than a spelling, so such a pair is not a
 * clean update. Titles of tours and transfers are generated each time, always from the same words.
 */
function isSameName({ kind }: GeneratedProduct, before: GeneratedRecord, after: GeneratedRecord): boolean {
  if (kind !== 'lodging') return true
  const difference = nameDifference(before.name, after.name, [before.city, after.city])
  return difference !== 'completely different' && difference !== 'partly different'
}

/** Some products have the same name by chance. */
function isOtherName(before: GeneratedRecord, after: GeneratedRecord): boolean {
  return nameDifference(before.name, after.name, [before.city, after.city]) === 'completely different'
}

function* writtenTwice(feeds: GeneratedFeeds): Generator<Listed> {
  for (let index = 0; index < feeds.truth.productCount; index++) {
    const first = new Map<string, GeneratedRecord>()
    for (const record of feeds.recordsOf(index)) {
      const habits = habitsOf(record.source)
      const before = first.get(habits)
      first.set(habits, record)
      if (before === undefined || before.source === record.source) continue
      const { source, sourceId } = before
      yield { product: feeds.truth.product(index), written: [before, { ...record, source, sourceId }] }
      break
    }
  }
}

/** Returns style and script: `register`, `register-3` and `register-5` share them, `register-2` has another script. */
function habitsOf(source: string): string {
  const round = /-(\d+)$/.exec(source)
  return `${source.replace(/-\d+$/, '')} ${Number(round?.[1] ?? 1) % 2}`
}

function changedVersion(
  change: TrueChange,
  listed: Listed,
  others: OtherProducts,
  random: () => number,
): RecordVersions | undefined {
  const { product, written } = listed
  const [before, after] = written
  // The route of a transfer is its name, so another name means another transfer.
  if (product.kind === 'transfer' && change !== 'reuse') return undefined
  const other =
    others.like(listed, change === 'rebrand' || random() < 0.5, change) ?? others.like(listed, false, change)
  if (other === undefined || (change === 'move' && !isSameName(product, before, after))) return undefined
  const { source, sourceId } = before
  const taken = other.written[1]
  const changed =
    change === 'reuse'
      ? { ...taken, source, sourceId }
      : change === 'rebrand'
        ? renamed(after, taken, random)
        : moved(after, taken, random)
  return { change, kind: product.kind, before, after: changed }
}

/** Half of the renamed lodgings also get another website. All other fields stay. */
function renamed(record: GeneratedRecord, other: GeneratedRecord, random: () => number): GeneratedRecord {
  const { altNames: _, brand: __, ...rest } = record
  const website = random() < 0.5 ? other.website : record.website
  return {
    ...rest,
    name: other.name,
    ...(other.altNames === undefined ? {} : { altNames: other.altNames }),
    ...(other.brand === undefined ? {} : { brand: other.brand }),
    ...(website === undefined ? {} : { website }),
  }
}

/** Half of the moved lodgings keep their telephone number. */
function moved(record: GeneratedRecord, other: GeneratedRecord, random: () => number): GeneratedRecord {
  const { lat: _, lon: __, address: ___, postcode: ____, ...rest } = record
  const { city, country, lat, lon, address, postcode } = other
  const phone = random() < 0.5 ? other.phone : record.phone
  return {
    ...rest,
    city,
    country,
    ...(lat === undefined ? {} : { lat }),
    ...(lon === undefined ? {} : { lon }),
    ...(address === undefined ? {} : { address }),
    ...(postcode === undefined ? {} : { postcode }),
    ...(phone === undefined ? {} : { phone }),
  }
}

/** Finds another product of the same kind in the same style. */
class OtherProducts {
  readonly #byHabits = new Map<string, Listed[]>()
  readonly #byCity = new Map<string, Listed[]>()
  readonly #random: () => number

  constructor(all: readonly Listed[], random: () => number) {
    this.#random = random
    for (const listed of all) {
      append(this.#byHabits, groupOf(listed), listed)
      append(this.#byCity, cityOf(listed), listed)
    }
  }

  /**
   * Returns a product that differs in the changed aspect; undefined if there is none, or if the records lack the
   * fields.
   */
  like(listed: Listed, inCity: boolean, change: TrueChange): Listed | undefined {
    const all = (inCity ? this.#byCity.get(cityOf(listed)) : this.#byHabits.get(groupOf(listed))) ?? []
    const [before] = listed.written
    for (let tried = 0; tried < Math.min(MAX_DRAWS, all.length); tried++) {
      const other = all[Math.floor(this.#random() * all.length)] as Listed
      if (other.product.index === listed.product.index) continue
      if (change !== 'move' && !isSameKindOfOther(listed, other)) continue
      if (change !== 'rebrand' && !hasMoved(listed, other)) continue
      if (change !== 'move' && !isOtherName(before, other.written[1])) continue
      return other
    }
    return undefined
  }
}

/** Siblings have similar names, so the name of one would not be a rebrand of the other. */
function isSameKindOfOther({ product }: Listed, { product: other }: Listed): boolean {
  const base = product.siblingOf ?? product.index
  return (other.siblingOf ?? other.index) !== base
}

/** Returns whether the locations of both versions differ. */
function hasMoved({ product, written }: Listed, other: Listed): boolean {
  const [before] = written
  const taken = other.written[1]
  const hasLocations =
    (before.lat !== undefined && taken.lat !== undefined) ||
    (before.address !== undefined && taken.address !== undefined) ||
    product.site.city.id !== other.product.site.city.id
  return hasLocations && metersBetween(product, other.product) >= MOVED_METERS
}

function metersBetween({ site: { pin: a } }: GeneratedProduct, { site: { pin: b } }: GeneratedProduct): number {
  const radians = Math.PI / 180 / 1e7
  const north = (a.latitude - b.latitude) * radians
  const east = (a.longitude - b.longitude) * radians * Math.cos(a.latitude * radians)
  return Math.hypot(north, east) * EARTH_RADIUS_METERS
}

function groupOf({ product, written }: Listed): string {
  return `${product.category} ${habitsOf(written[0].source)}`
}

function cityOf(listed: Listed): string {
  return `${groupOf(listed)} ${listed.product.site.city.id}`
}

function append<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}
