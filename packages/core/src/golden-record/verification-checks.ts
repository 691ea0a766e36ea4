import { coordinatePrecision } from '../geo/coordinate-precision.ts'
import type { Gazetteer } from '../geo/gazetteer.ts'
import { isEmailAddress, isWebAddress } from '../ingest/contact-forms.ts'
import type { Coordinates } from '../model/place.ts'
import type { SupplierRecord } from '../model/supplier-record.ts'
import type { GoldenRecord } from '../storage/rows.ts'
import { independentSuppliers } from './independent-suppliers.ts'
import { nameFlaw } from './name-flaw.ts'
import { isPlausiblePhone } from './plausible-phone.ts'
import type { VerificationCheck } from './verification.ts'

/** The input of the checks of a product. */
export interface CheckedProduct {
  readonly goldenRecord: GoldenRecord
  readonly records: readonly SupplierRecord[]
  /** The number of open alerts about the product. */
  readonly duplicates: number
}

/** The maximum imprecision in metres that a check accepts. Less precise coordinates are those of a district or city. */
const MAX_ACCEPTED_PRECISION_METERS = 1_000
/** The maximum distance of a city that confirms the product's country near a border. */
const BORDER_METERS = 20_000
/** The maximum distance of the nearest city. The limit is large because of islands and deserts. */
const MAX_NEAREST_METERS = 300_000
const MAX_CITIES = 200

/**
 * Runs the six checks of a verification. The function always runs all checks in this order. A check that cannot run
 * fails and reports the reason.
 */
export function verificationChecks(product: CheckedProduct, gazetteer: Gazetteer | undefined): VerificationCheck[] {
  const { goldenRecord, records, duplicates } = product
  return [
    hasCoordinates(goldenRecord, records),
    countryMatchesCoordinates(goldenRecord, gazetteer),
    twoIndependentSuppliers(records),
    check('no_open_alert', duplicates === 0, duplicates === 0 ? 'No duplicate alert is open.' : alertsOpen(duplicates)),
    contactValid(goldenRecord),
    nameNotPlaceholder(goldenRecord.name),
  ]
}

function check(id: string, passed: boolean, detail: string): VerificationCheck {
  return { id, passed, detail }
}

function hasCoordinates({ coordinates }: GoldenRecord, records: readonly SupplierRecord[]): VerificationCheck {
  const id = 'has_coordinates'
  if (coordinates === undefined) return check(id, false, 'It has no coordinates.')
  const meters = precisionOf(coordinates, records)
  return meters <= MAX_ACCEPTED_PRECISION_METERS
    ? check(id, true, `It is at ${coordinates.join(', ')}.`)
    : check(id, false, `${coordinates.join(', ')} may be ${meters} m off.`)
}

/**
 * Returns the precision in metres: the coarser of the precision by digits and the estimate of the record parser. Even
 * the coordinates of a city centre may have many digits.
 */
function precisionOf(coordinates: Coordinates, records: readonly SupplierRecord[]): number {
  const noted = records
    .filter(({ location }) => location?.coordinates?.join() === coordinates.join())
    .map(({ location }) => location?.precisionMeters ?? 1)
  return Math.round(Math.max(coordinatePrecision(coordinates), ...(noted.length === 0 ? [] : [Math.min(...noted)])))
}

function countryMatchesCoordinates(
  { coordinates, country }: GoldenRecord,
  gazetteer: Gazetteer | undefined,
): VerificationCheck {
  const id = 'country_matches_coordinates'
  if (coordinates === undefined || country === undefined) {
    return check(id, false, `Not checked: the product has no ${coordinates === undefined ? 'coordinates' : 'country'}.`)
  }
  if (gazetteer === undefined) return check(id, false, 'Not checked: the registry has no gazetteer.')
  const [nearest] = gazetteer.citiesNear(coordinates, MAX_NEAREST_METERS, 1)
  if (nearest === undefined) return check(id, false, 'No city is near enough to show the country of the coordinates.')
  if (nearest.country === country) return check(id, true, `The nearest city, ${nearest.name}, is in ${country}.`)
  const own = gazetteer.citiesNear(coordinates, BORDER_METERS, MAX_CITIES).find((city) => city.country === country)
  return own === undefined
    ? check(id, false, `The country is ${country}, but the nearest city, ${nearest.name}, is in ${nearest.country}.`)
    : check(id, true, `The coordinates are near a border; the nearby city ${own.name} is in ${country}.`)
}

function twoIndependentSuppliers(records: readonly SupplierRecord[]): VerificationCheck {
  const id = 'two_independent_suppliers'
  const pair = independentSuppliers(records)
  if (pair !== undefined) return check(id, true, `Two suppliers, ${pair[0]} and ${pair[1]}, describe it independently.`)
  const suppliers = [...new Set(records.map(({ supplier }) => supplier))].sort()
  return suppliers.length < 2
    ? check(id, false, `Only ${suppliers[0] ?? 'nobody'} has it.`)
    : check(id, false, `Its suppliers (${suppliers.join(', ')}) belong to one company or copy from each other.`)
}

function alertsOpen(duplicates: number): string {
  return `${duplicates} duplicate ${duplicates === 1 ? 'alert is' : 'alerts are'} open.`
}

function contactValid({ phone, email, website, country }: GoldenRecord): VerificationCheck {
  const id = 'contact_valid'
  if (phone !== undefined && isPlausiblePhone(phone, country)) {
    return check(id, true, `The telephone number ${phone} has a valid number of digits.`)
  }
  if (email !== undefined && isEmailAddress(email)) return check(id, true, `${email} is a valid e-mail address.`)
  if (website !== undefined && isWebAddress(website)) return check(id, true, `${website} is a valid web address.`)
  const given = [phone, email, website].filter((each) => each !== undefined)
  return given.length === 0
    ? check(id, false, 'It has no telephone number, e-mail address or web site.')
    : check(id, false, `Not valid: ${given.join(', ')}.`)
}

function nameNotPlaceholder(name: string): VerificationCheck {
  const flaw = nameFlaw(name)
  return check('name_not_placeholder', flaw === undefined, flaw ?? `"${name}" is no placeholder.`)
}
