import type { Coordinates } from '../model/place.ts'
import type { Repair, RepairCode } from '../model/repair.ts'
import type { MatchInput } from '../model/supplier-record.ts'
import { RepairLog } from './repair-log.ts'
import { mayLackPostcodeZero } from './repair-postcode.ts'

/** An input as it would read if one thing in it were wrong. */
export interface Variation {
  readonly input: MatchInput
  /** What was supposed. */
  readonly repair: Repair
  /** True where evidence is only taken away: then what is left has to prove more. */
  readonly lacks: boolean
}

/** Nobody calls a hotel by more; an address of so many words before its first comma is none that holds a name. */
const NAME_WORDS = 8
const FIELD = 'location.coordinates'

/**
 * What an input that fits nothing may have meant: coordinates swapped, with a wrong sign, or of another place; a name
 * that stands in the address; a postcode without its first zero. Each is a supposition, to be kept only if what it
 * leads to proves it.
 */
export function variationsOf(input: MatchInput): Variation[] {
  return [...ofCoordinates(input), ...ofName(input), ...ofPostcode(input)]
}

function ofCoordinates(input: MatchInput): Variation[] {
  const { location } = input
  if (location?.coordinates === undefined) return []
  const [latitude, longitude] = location.coordinates
  const points: (readonly [Coordinates, RepairCode])[] = [
    [[longitude, latitude], 'coordinates_swapped'],
    [[-latitude, longitude], 'coordinates_sign_flipped'],
    [[latitude, -longitude], 'coordinates_sign_flipped'],
    [[-latitude, -longitude], 'coordinates_sign_flipped'],
    [[-longitude, -latitude], 'coordinates_swapped'],
  ]
  const varied = points.flatMap(([point, code]): Variation[] => {
    const isOther = point[0] !== latitude || point[1] !== longitude
    if (!isOther || Math.abs(point[0]) > 90) return []
    const repair = repairOf(FIELD, code, location.coordinates, point)
    return [{ input: { ...input, location: { ...location, coordinates: point } }, repair, lacks: false }]
  })
  const { coordinates, precisionMeters: _, ...rest } = location
  const repair = repairOf(FIELD, 'coordinates_removed', coordinates)
  return [...varied, { input: { ...input, location: rest }, repair, lacks: true }]
}

/** `Calle Mayor 3` as a name and `Hotel Sol, Calle Mayor 3` as an address: the name is what the address begins with. */
function ofName(input: MatchInput): Variation[] {
  const { name, location } = input
  const [first = '', ...rest] = (location?.address ?? '').split(',').map((part) => part.trim())
  const words = first.split(/\s+/)
  if (location === undefined || first === '' || first === name || words.length > NAME_WORDS || /^\d/.test(first))
    return []
  const { address: _, ...place } = location
  const address = rest.length > 0 ? rest.join(', ') : name
  const varied = { ...input, name: first, location: { ...place, ...(address === undefined ? {} : { address }) } }
  return [{ input: varied, repair: repairOf('name', 'name_from_address', name, first), lacks: false }]
}

function ofPostcode(input: MatchInput): Variation[] {
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
