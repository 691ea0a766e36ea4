import { readsAsDoor } from '../features/extract/address-features.ts'
import { RepairLog } from '../ingest/repairs/repair-log.ts'
import { mayLackPostcodeZero } from '../ingest/repairs/repair-postcode.ts'
import { LIMITS } from '../model/limits.ts'
import type { Coordinates } from '../model/place.ts'
import type { Repair, RepairCode } from '../model/repair.ts'
import type { MatchInput } from '../model/supplier-record.ts'

/** An input as it would read if one thing in it were wrong. */
export interface Variation {
  readonly input: MatchInput
  /** What was supposed, before what was put right already and holds of it, too. */
  readonly repairs: readonly Repair[]
  /** True where evidence is only taken away: then what is left has to prove more. */
  readonly lacks: boolean
  /** True where nothing but the place is supposed to be another, or none. */
  readonly ofPlace: boolean
}

/** Nobody calls a hotel by more; an address of so many words before its first comma is none that holds a name. */
const NAME_WORDS = 8
const FIELD = 'location.coordinates'

/**
 * What an input that fits nothing may have meant: coordinates swapped, with a wrong sign, or of another place; a name
 * that stands in the address; a postcode without its first zero. Each is a supposition, to be kept only if what it
 * leads to proves it.
 */
export function variationsOf(input: MatchInput, repairs: readonly Repair[] = []): Variation[] {
  const supposed = [...ofCoordinates(input, repairs), ...ofName(input), ...ofPostcode(input)]
  return supposed.map(({ input: varied, repair, lacks }) => {
    // A country that was derived from the coordinates is as wrong as they are.
    const ofPlace = repair.field === FIELD
    const kept = ofPlace ? repairs.filter(({ code }) => code !== 'country_derived') : repairs
    return { input: varied, repairs: listed(repair, kept), lacks, ofPlace }
  })
}

interface Supposition {
  readonly input: MatchInput
  readonly repair: Repair
  readonly lacks: boolean
}

/** No more than the door lists; the last one may say how many further ones there are. */
function listed(repair: Repair, others: readonly Repair[]): Repair[] {
  if (others.length < LIMITS.repairsPerRecord) return [repair, ...others]
  return [repair, ...others.slice(0, LIMITS.repairsPerRecord - 2), ...others.slice(-1)]
}

function ofCoordinates({ location: given, ...input }: MatchInput, repairs: readonly Repair[]): Supposition[] {
  if (given?.coordinates === undefined) return []
  const { country, ...elsewhere } = given
  const isDerived = repairs.some(({ code }) => code === 'country_derived')
  const location = isDerived || country === undefined ? elsewhere : given
  const [latitude, longitude] = given.coordinates
  const points: (readonly [Coordinates, RepairCode])[] = [
    [[longitude, latitude], 'coordinates_swapped'],
    [[-latitude, longitude], 'coordinates_sign_flipped'],
    [[latitude, -longitude], 'coordinates_sign_flipped'],
    [[-latitude, -longitude], 'coordinates_sign_flipped'],
    [[-longitude, -latitude], 'coordinates_swapped'],
  ]
  const varied = points.flatMap(([point, code]): Supposition[] => {
    const isOther = point[0] !== latitude || point[1] !== longitude
    if (!isOther || Math.abs(point[0]) > 90) return []
    const repair = repairOf(FIELD, code, given.coordinates, point)
    return [{ input: { ...input, location: { ...location, coordinates: point } }, repair, lacks: false }]
  })
  const { coordinates, precisionMeters: _, ...rest } = location
  const repair = repairOf(FIELD, 'coordinates_removed', coordinates)
  return [...varied, { input: { ...input, location: rest }, repair, lacks: true }]
}

/**
 * `Calle Mayor 3` as a name and `Hotel Sol, Calle Mayor 3` as an address: the name is what the address begins with. Only
 * where the name is a street's: a restaurant or an apartment stands in the house that its address begins with.
 */
function ofName(input: MatchInput): Supposition[] {
  const { name, location } = input
  const [first = '', ...rest] = (location?.address ?? '').split(',').map((part) => part.trim())
  const words = first.split(/\s+/)
  const isName = first !== '' && words.length <= NAME_WORDS && !readsAsDoor(first) && !/^\d/.test(first)
  if (location === undefined || !isName || !readsAsDoor(name ?? '')) return []
  const { address: _, ...place } = location
  const address = rest.length > 0 ? rest.join(', ') : name
  const varied = { ...input, name: first, location: { ...place, ...(address === undefined ? {} : { address }) } }
  return [{ input: varied, repair: repairOf('name', 'name_from_address', name, first), lacks: false }]
}

function ofPostcode(input: MatchInput): Supposition[] {
  const { location } = input
  const { postalCode } = location ?? {}
  if (postalCode === undefined || !mayLackPostcodeZero(postalCode, location?.country)) return []
  const restored = `0${postalCode}`
  const repair = repairOf('location.postalCode', 'postcode_zero_restored', postalCode, restored)
  return [{ input: { ...input, location: { ...location, postalCode: restored } }, repair, lacks: false }]
}

function repairOf(field: string, code: RepairCode, before?: unknown, after?: unknown): Repair {
  const log = new RepairLog()
  log.add(field, code, before, after)
  return log.repairs[0] as Repair
}
