import { looksLikeStreetAddress } from '../features/extract/address-features.ts'
import { RepairLog } from '../ingest/repairs/repair-log.ts'
import { mayLackPostcodeZero } from '../ingest/repairs/repair-postcode.ts'
import { defined } from '../model/defined.ts'
import { LIMITS } from '../model/limits.ts'
import type { Coordinates } from '../model/place.ts'
import type { Repair, RepairCode } from '../model/repair.ts'
import type { MatchInput } from '../model/supplier-record.ts'

/** An input changed on the assumption that one field is wrong. */
export interface Variation {
  readonly input: MatchInput
  /** The assumed repair, followed by the earlier repairs that still apply. */
  readonly repairs: readonly Repair[]
  /** True if the variation only removes evidence. The remaining evidence must then prove more. */
  readonly removesEvidence: boolean
  /** True if the variation changes or removes only the coordinates. */
  readonly isOfPlace: boolean
}

/**
 * The maximum number of words of a hotel's name. If more words precede the first comma, the address does not start with
 * a name.
 */
const MAX_NAME_WORDS = 8
const FIELD = 'location.coordinates'

/**
 * Returns possible corrections of an input without a match: swapped coordinates, a wrong sign, coordinates of another
 * place, a name inside the address, or a postcode without its first zero. A variation counts only if its result proves
 * the correction.
 */
export function variationsOf(input: MatchInput, repairs: readonly Repair[] = []): Variation[] {
  const assumptions = [...ofCoordinates(input, repairs), ...ofName(input), ...ofPostcode(input)]
  return assumptions.map(({ input: varied, repair, removesEvidence }) => {
    // A country that was derived from wrong coordinates is also wrong.
    const isOfPlace = repair.field === FIELD
    const kept = isOfPlace ? repairs.filter(({ code }) => code !== 'country_derived') : repairs
    return { input: varied, repairs: limitRepairs(repair, kept), removesEvidence, isOfPlace }
  })
}

interface Assumption {
  readonly input: MatchInput
  readonly repair: Repair
  readonly removesEvidence: boolean
}

/**
 * Limits the repairs to the record parser's maximum. The function keeps the last repair, which may report the number of
 * further repairs.
 */
function limitRepairs(repair: Repair, others: readonly Repair[]): Repair[] {
  if (others.length < LIMITS.repairsPerRecord) return [repair, ...others]
  return [repair, ...others.slice(0, LIMITS.repairsPerRecord - 2), ...others.slice(-1)]
}

function ofCoordinates({ location: given, ...input }: MatchInput, repairs: readonly Repair[]): Assumption[] {
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
  const varied = points.flatMap(([point, code]): Assumption[] => {
    const isOther = point[0] !== latitude || point[1] !== longitude
    if (!isOther || Math.abs(point[0]) > 90) return []
    const repair = repairOf(FIELD, code, given.coordinates, point)
    return [{ input: { ...input, location: { ...location, coordinates: point } }, repair, removesEvidence: false }]
  })
  const { coordinates, precisionMeters: _, ...rest } = location
  const repair = repairOf(FIELD, 'coordinates_removed', coordinates)
  return [...varied, { input: { ...input, location: rest }, repair, removesEvidence: true }]
}

/**
 * Assumes that the name is the first part of the address: name `Calle Mayor 3`, address `Hotel Sol, Calle Mayor 3`.
 * This applies only if the given name reads as a street: the address of a restaurant or apartment often starts with the
 * name of its house.
 */
function ofName(input: MatchInput): Assumption[] {
  const { name, location } = input
  const [first = '', ...rest] = (location?.address ?? '').split(',').map((part) => part.trim())
  const words = first.split(/\s+/)
  const isName = first !== '' && words.length <= MAX_NAME_WORDS && !looksLikeStreetAddress(first) && !/^\d/.test(first)
  if (location === undefined || !isName || !looksLikeStreetAddress(name ?? '')) return []
  const { address: _, ...place } = location
  const address = rest.length > 0 ? rest.join(', ') : name
  const varied = { ...input, name: first, location: { ...place, ...defined({ address }) } }
  return [{ input: varied, repair: repairOf('name', 'name_from_address', name, first), removesEvidence: false }]
}

function ofPostcode(input: MatchInput): Assumption[] {
  const { location } = input
  const { postalCode } = location ?? {}
  if (postalCode === undefined || !mayLackPostcodeZero(postalCode, location?.country)) return []
  const restored = `0${postalCode}`
  const repair = repairOf('location.postalCode', 'postcode_zero_restored', postalCode, restored)
  return [{ input: { ...input, location: { ...location, postalCode: restored } }, repair, removesEvidence: false }]
}

function repairOf(field: string, code: RepairCode, before?: unknown, after?: unknown): Repair {
  const log = new RepairLog()
  log.add(field, code, before, after)
  return log.repairs[0] as Repair
}
